/*
 * An emulated network in user space, for kernels without netem: a TUN device in each network namespace, and between them the sender's
 * queue and rate, a constant delay, loss, and the receiver's queue and rate.
 *
 *   emulator CAPTURE SEED
 *
 * CAPTURE is a file for all packets as they are sent, in the format of pcap, or /dev/null. What is lost follows from SEED. The input has
 * a line for each namespace and then an empty one:
 *
 *   NAMESPACE UP_BPS DOWN_BPS QUEUE DELAY_NS UP_LOSS DOWN_LOSS
 *
 * The i-th namespace, from 0, has the address 10.77.0.0 + i + 1 and the device tun0. A rate of 0 is none. QUEUE is how many packets wait
 * at each of its two links, with the one that is being sent; those that come then are dropped. A packet takes the delays of both ends.
 * Every later line asks what happened since the last one, and how late the emulator was with it. It ends with its input.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "realtime.h"

#define MOST_NODES 1024
#define MOST_EVENTS 64
#define INPUT UINT32_MAX
#define PRIORITY 20
#define TICK_NS 1000000
#define MTU 1500
#define READS_IN_A_ROW 64

enum stage { UPLINK, DELAY, DOWNLINK };

typedef struct {
  int fd;
  double upBps, downBps, upLoss, downLoss;
  int64_t upFreeNs, downFreeNs, delayNs;
  int queue;
  int upWaiting, downWaiting;
  uint64_t packets, ipBytes, dropped, lost;
} Node;

typedef struct {
  int64_t atNs;
  uint64_t order;
  enum stage stage;
  int from, to, length;
  unsigned char *bytes;
} Packet;

static Node nodes[MOST_NODES];
static int count;
static Packet *heap;
static int size, room;
static uint64_t order;
static uint64_t state = 0x9e3779b97f4a7c15u;
static FILE *capture;
static int64_t worstNs;
static double lateNs;
static uint64_t through;

/* xorshift64*, as a number from 0 to 1. */
static double draw(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (double)((state * 0x2545f4914f6cdd1du) >> 11) / 9007199254740992.0;
}

static int isLost(double loss) {
  return loss > 0 && draw() < loss;
}

static int isBefore(const Packet *a, const Packet *b) {
  return a->atNs < b->atNs || (a->atNs == b->atNs && a->order < b->order);
}

static void swap(int a, int b) {
  Packet other = heap[a];
  heap[a] = heap[b];
  heap[b] = other;
}

static void push(Packet packet) {
  if (size == room) {
    room = room ? 2 * room : 1024;
    heap = realloc(heap, (size_t)room * sizeof *heap);
    if (!heap) exit(70);
  }
  packet.order = order++;
  heap[size] = packet;
  for (int at = size++; at > 0 && isBefore(&heap[at], &heap[(at - 1) / 2]); at = (at - 1) / 2) swap(at, (at - 1) / 2);
}

static Packet pop(void) {
  Packet first = heap[0];
  heap[0] = heap[--size];
  for (int at = 0;;) {
    int child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && isBefore(&heap[child + 1], &heap[child])) child++;
    if (!isBefore(&heap[child], &heap[at])) break;
    swap(at, child);
    at = child;
  }
  return first;
}

/* When a packet is through a link that comes to it then. */
static int64_t pass(int64_t *freeNs, double bps, int length, int64_t atNs) {
  int64_t startNs = *freeNs > atNs ? *freeNs : atNs;
  return *freeNs = startNs + (bps > 0 ? (int64_t)(length * 8e9 / bps) : 0);
}

static int openDevice(const char *namespace) {
  if (enter(namespace)) return -1;
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strcpy(request.ifr_name, "tun0");
  return fd < 0 || ioctl(fd, TUNSETIFF, &request) ? -1 : fd;
}

/* See draft-ietf-opsawg-pcap: the magic of nanoseconds, and packets that begin with their IP header. */
static void beginCapture(void) {
  const uint32_t head[] = {0xa1b23c4d, 2 | 4 << 16, 0, 0, MTU, 101};
  fwrite(head, sizeof head, 1, capture);
}

static void keep(const unsigned char *bytes, int length, int64_t atNs) {
  const uint32_t head[] = {(uint32_t)(atNs / 1000000000), (uint32_t)(atNs % 1000000000), (uint32_t)length, (uint32_t)length};
  fwrite(head, sizeof head, 1, capture);
  fwrite(bytes, (size_t)length, 1, capture);
}

/* Which node a packet is for; -1 if there is none. */
static int nodeOf(const unsigned char *bytes) {
  int to = (bytes[18] << 8 | bytes[19]) - 1;
  return bytes[16] == 10 && bytes[17] == 77 && to < count ? to : -1;
}

static void take(int from, int64_t atNs) {
  unsigned char bytes[MTU + 100];
  for (int i = 0; i < READS_IN_A_ROW; i++) {
    ssize_t length = read(nodes[from].fd, bytes, sizeof bytes);
    if (length <= 0) return;
    if (length < 20 || bytes[0] >> 4 != 4) continue;
    int to = nodeOf(bytes);
    if (to < 0 || to == from) continue;
    Node *node = &nodes[from];
    node->packets++;
    node->ipBytes += (uint64_t)length;
    keep(bytes, (int)length, atNs);
    if (node->upWaiting >= node->queue) {
      node->dropped++;
      continue;
    }
    node->upWaiting++;
    Packet packet = {.stage = UPLINK, .from = from, .to = to, .length = (int)length, .bytes = malloc((size_t)length)};
    if (!packet.bytes) exit(70);
    memcpy(packet.bytes, bytes, (size_t)length);
    packet.atNs = pass(&node->upFreeNs, node->upBps, (int)length, atNs);
    if (isLost(node->upLoss) || isLost(nodes[to].downLoss)) {
      /* It is sent, and lost behind the uplink. */
      node->lost++;
      packet.to = -1;
    }
    push(packet);
  }
}

static void countLate(int64_t ns) {
  if (ns > worstNs) worstNs = ns;
  lateNs += (double)ns;
  through++;
}

/* Sends a packet on, which is due. */
static void forward(Packet packet) {
  Node *from = &nodes[packet.from], *to = &nodes[packet.to < 0 ? 0 : packet.to];
  switch (packet.stage) {
  case UPLINK:
    from->upWaiting--;
    if (packet.to < 0) break;
    packet.stage = DELAY;
    packet.atNs += from->delayNs + to->delayNs;
    push(packet);
    return;
  case DELAY:
    if (to->downWaiting >= to->queue) {
      to->dropped++;
      break;
    }
    to->downWaiting++;
    packet.stage = DOWNLINK;
    packet.atNs = pass(&to->downFreeNs, to->downBps, packet.length, packet.atNs);
    push(packet);
    return;
  case DOWNLINK:
    countLate(nowNs() - packet.atNs);
    to->downWaiting--;
    if (write(to->fd, packet.bytes, (size_t)packet.length) < 0) to->dropped++;
  }
  free(packet.bytes);
}

static void report(void) {
  fflush(capture);
  printf("{\"packets\":%llu,\"meanLateNs\":%.0f,\"worstLateNs\":%lld,\"nodes\":[", (unsigned long long)through,
         through ? lateNs / (double)through : 0, (long long)worstNs);
  for (int i = 0; i < count; i++) {
    Node *n = &nodes[i];
    printf("%s{\"packets\":%llu,\"ipBytes\":%llu,\"dropped\":%llu,\"lost\":%llu}", i ? "," : "",
           (unsigned long long)n->packets, (unsigned long long)n->ipBytes, (unsigned long long)n->dropped, (unsigned long long)n->lost);
    n->packets = n->ipBytes = n->dropped = n->lost = 0;
  }
  puts("]}");
  fflush(stdout);
  worstNs = 0;
  lateNs = 0;
  through = 0;
}

/* @returns 0, or what the process exits with */
static int readNodes(int poll) {
  char line[512], name[256];
  while (fgets(line, sizeof line, stdin) && *line != '\n') {
    if (count == MOST_NODES) return 2;
    Node *node = &nodes[count];
    long long delayNs;
    int read = sscanf(line, "%255s %lf %lf %d %lld %lf %lf", name, &node->upBps, &node->downBps, &node->queue, &delayNs,
                      &node->upLoss, &node->downLoss);
    if (read != 7) return 2;
    node->delayNs = delayNs;
    node->fd = openDevice(name);
    if (node->fd < 0) {
      perror(name);
      return 1;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)count++};
    epoll_ctl(poll, EPOLL_CTL_ADD, node->fd, &event);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("expected CAPTURE SEED\n", stderr);
    return 2;
  }
  capture = fopen(argv[1], "wb");
  if (!capture) {
    perror(argv[1]);
    return 1;
  }
  beginCapture();
  state += strtoull(argv[2], NULL, 10) * 0xd1342543de82ef95u;
  int poll = epoll_create1(0);
  int problem = readNodes(poll);
  if (problem) return problem;
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = INPUT};
  epoll_ctl(poll, EPOLL_CTL_ADD, STDIN_FILENO, &event);
  printf("ready %d\n", comeBefore(PRIORITY));
  fflush(stdout);

  for (;;) {
    struct epoll_event events[MOST_EVENTS];
    /* It wakes up even if nothing is due, because what arrives meanwhile is late too if it doesn't. */
    int64_t dueNs = nowNs() + TICK_NS;
    if (size > 0 && heap[0].atNs < dueNs) dueNs = heap[0].atNs;
    int64_t ns = dueNs - nowNs();
    if (ns < 0) ns = 0;
    struct timespec wait = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    int woken = epoll_pwait2(poll, events, MOST_EVENTS, &wait, NULL);
    int64_t atNs = nowNs();
    if (atNs - dueNs > worstNs) worstNs = atNs - dueNs;
    for (int i = 0; i < woken; i++) {
      if (events[i].data.u32 != INPUT) {
        take((int)events[i].data.u32, atNs);
        continue;
      }
      char line[64];
      if (read(STDIN_FILENO, line, sizeof line) <= 0) return 0;
      report();
    }
    atNs = nowNs();
    while (size > 0 && heap[0].atNs <= atNs) forward(pop());
  }
}
