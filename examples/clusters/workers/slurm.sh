#!/bin/bash
# sbatch examples/clusters/workers/slurm.sh scenarios/sweep/thesis.yaml
# In one allocation: a broker and the sweep on the first node, and a worker for every task. Repeated, it goes on.
#SBATCH --ntasks=16
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
set -euo pipefail
umask 077
host=$(hostname) port=${PORT:-4222} token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' ')
echo "authorization { token: \"$token\" }" > broker.conf
nats-server -js -sd "$PWD/broker" -c broker.conf -p "$port" > broker.log 2>&1 &
trap 'kill $(jobs -p)' EXIT
until (: < "/dev/tcp/$host/$port") 2> /dev/null; do sleep 1; done
export BROKER="nats://$token@$host:$port"
srun bash -c 'npx --no cahoots worker "$BROKER" --threads "$SLURM_CPUS_PER_TASK" --idle 10min' &
npx --no cahoots sweep "$1" --on "$BROKER" --out grid
