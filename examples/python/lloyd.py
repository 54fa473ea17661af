"""Lloyd over integer sums: clients add up their points by cluster, and the server never sees a point."""

import cahoots as c
import numpy as np


def client(self, given):
    agreed, r = given.agreed, 0
    points = np.floor(given.shard * agreed.steps)
    while r < agreed.rounds:
        newer = lambda told: told.body.round > r or 'an earlier round'
        told = yield c.receive('centres', sender='server', timeout=2 * agreed.timeout, accept=newer)
        if told is None:
            c.abort('the server fell silent')
        r, k = told.body.round, agreed.clusters
        yield c.round(r)
        labels, sums = yield c.compute('sums/add', points.size * k, add, points, told.body.values.reshape(k, -1))
        yield c.send('server', 'sums', round=r, values=sums, labels=c.labels(k, labels))


def add(points, centres):
    distances = sum((points[:, [j]] - centres[:, j]) ** 2 for j in range(points.shape[1]))
    labels = distances.argmin(axis=1)
    sums, counts = np.zeros_like(centres), np.bincount(labels, minlength=len(centres))
    np.add.at(sums, labels, points)
    return labels, np.concatenate([sums.ravel(), counts])


def server(self, given):
    agreed, stream = given.agreed, self.stream('centres')
    k, low, high = agreed.clusters, np.array(agreed.minimum), np.array(agreed.maximum)
    centres = np.array([[stream.uniform() for _ in low] for _ in range(k)]) * (high - low) + low
    centres, found = np.floor(centres * agreed.steps), {}
    for r in range(1, agreed.rounds + 1):
        yield c.round(r)
        yield c.send(agreed.clients, 'centres', round=r, values=centres)
        this = lambda told: told.body.round == r or 'another round'
        told = yield c.collect('sums', len(agreed.clients), sender=agreed.clients, timeout=agreed.timeout, accept=this)
        total = sum((one.body['values'] for one in told), np.zeros(k * (len(low) + 1)))
        sums, counts = total[: centres.size].reshape(k, -1), total[centres.size :, None]
        centres = np.where(counts > 0, sums / np.maximum(counts, 1), centres)
        found.update((one.sender, one.body.labels['values']) for one in told)
    labels = [found.get(name, np.full(size, c.NO_CLUSTER)) for name, size in zip(agreed.clients, agreed.sizes)]
    return c.clustered(np.concatenate(labels), iterations=agreed.rounds, converged=False)


c.play(client, server)
