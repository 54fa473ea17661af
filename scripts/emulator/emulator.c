/*
 * An emulated network in user space, for kernels without netem: a TUN device in each network namespace, and between them an uplink's
 * rate, a constant delay, loss, and a downlink's rate. Says what it did, and how late it was, when it is told to end.
 *
 *   emulator CAPTURE DELAY_NS LOSS LIMIT NAMESPACE:UP_BPS:DOWN_BPS...
 *
 * CAPTURE is a file for all packets as they are sent, in the format of pcap, or /dev/null.
 * The i-th namespace, from 0, has the address 10.77.0.(i+1) and the device tun0. A rate of 0 is none. LIMIT is how many packets wait
 * at a link; those that come then are dropped. What is lost follows from a generator with a fixed start.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define MOST_NODES 64
#define MTU 1500
#define READS_IN_A_ROW 64

enum stage { UPLINK, DELAY, DOWNLINK };

typedef struct {
  int fd;
  double upBps, downBps;
  int64_t upFreeNs, downFreeNs;
  int upWaiting, downWaiting;
  uint64_t packets, ipBytes, payload, acks, dropped, lost;
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
static volatile sig_atomic_t ended;
static FILE *capture;

static int64_t nowNs(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* xorshift64*, as a number from 0 to 1. */
static double draw(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (double)((state * 0x2545f4914f6cdd1du) >> 11) / 9007199254740992.0;
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

static int openDevice(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "/run/netns/%s", name);
  int space = open(path, O_RDONLY);
  if (space < 0 || setns(space, CLONE_NEWNET)) return -1;
  close(space);
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strcpy(request.ifr_name, "tun0");
  return fd < 0 || ioctl(fd, TUNSETIFF, &request) ? -1 : fd;
}

static void count4(Node *node, const unsigned char *b, int length) {
  node->packets++;
  node->ipBytes += (uint64_t)length;
  int header = (b[0] & 15) * 4;
  if (b[9] != 6 || length < header + 20) return;
  int payload = ((b[2] << 8) | b[3]) - header - (b[header + 12] >> 4) * 4;
  node->payload += (uint64_t)payload;
  if (payload == 0 && (b[header + 13] & 7) == 0) node->acks++;
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

static void take(int from, double loss, int limit, int64_t atNs) {
  unsigned char bytes[MTU + 100];
  for (int i = 0; i < READS_IN_A_ROW; i++) {
    ssize_t length = read(nodes[from].fd, bytes, sizeof bytes);
    if (length <= 0) return;
    if (length < 20 || bytes[0] >> 4 != 4) continue;
    int to = bytes[19] - 1;
    if (to < 0 || to >= count || to == from) continue;
    Node *node = &nodes[from];
    count4(node, bytes, (int)length);
    keep(bytes, (int)length, atNs);
    if (node->upWaiting >= limit) {
      node->dropped++;
      continue;
    }
    node->upWaiting++;
    Packet packet = {.stage = UPLINK, .from = from, .to = to, .length = (int)length, .bytes = malloc((size_t)length)};
    if (!packet.bytes) exit(70);
    memcpy(packet.bytes, bytes, (size_t)length);
    packet.atNs = pass(&node->upFreeNs, node->upBps, (int)length, atNs);
    if (loss > 0 && draw() < loss) {
      /* It is sent, and lost behind the uplink. */
      node->lost++;
      packet.to = -1;
    }
    push(packet);
  }
}

static void end(int signal) {
  (void)signal;
  ended = 1;
}

int main(int argc, char **argv) {
  if (argc < 6 || argc - 5 > MOST_NODES) {
    fprintf(stderr, "expected CAPTURE DELAY_NS LOSS LIMIT and 1 to %d of NAMESPACE:UP_BPS:DOWN_BPS\n", MOST_NODES);
    return 2;
  }
  capture = fopen(argv[1], "wb");
  if (!capture) {
    perror(argv[1]);
    return 1;
  }
  beginCapture();
  int64_t delayNs = atoll(argv[2]);
  double loss = atof(argv[3]);
  int limit = atoi(argv[4]);
  count = argc - 5;
  int poll = epoll_create1(0);
  for (int i = 0; i < count; i++) {
    char *up = strchr(argv[5 + i], ':');
    char *down = up ? strchr(up + 1, ':') : NULL;
    if (!down) return 2;
    *up = *down = 0;
    nodes[i].upBps = atof(up + 1);
    nodes[i].downBps = atof(down + 1);
    nodes[i].fd = openDevice(argv[5 + i]);
    if (nodes[i].fd < 0) {
      perror(argv[5 + i]);
      return 1;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
    epoll_ctl(poll, EPOLL_CTL_ADD, nodes[i].fd, &event);
  }
  /* Where that is allowed, it does not wait for processes that it is to carry the packets of. */
  struct sched_param first = {.sched_priority = 1};
  sched_setscheduler(0, SCHED_FIFO, &first);
  signal(SIGTERM, end);
  signal(SIGINT, end);
  puts("ready");
  fflush(stdout);

  int64_t worstNs = 0;
  double lateNs = 0;
  uint64_t through = 0;
  while (!ended) {
    struct epoll_event events[MOST_NODES];
    struct timespec wait, *until = NULL;
    if (size > 0) {
      int64_t ns = heap[0].atNs - nowNs();
      if (ns < 0) ns = 0;
      wait = (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
      until = &wait;
    }
    int woken = epoll_pwait2(poll, events, MOST_NODES, until, NULL);
    int64_t atNs = nowNs();
    for (int i = 0; i < woken; i++) take((int)events[i].data.u32, loss, limit, atNs);
    atNs = nowNs();
    while (size > 0 && heap[0].atNs <= atNs) {
      Packet packet = pop();
      if (packet.stage == UPLINK) {
        nodes[packet.from].upWaiting--;
        if (packet.to < 0) {
          free(packet.bytes);
          continue;
        }
        packet.stage = DELAY;
        packet.atNs += delayNs;
        push(packet);
        continue;
      }
      Node *node = &nodes[packet.to];
      if (packet.stage == DELAY) {
        if (node->downWaiting >= limit) {
          node->dropped++;
          free(packet.bytes);
          continue;
        }
        node->downWaiting++;
        packet.stage = DOWNLINK;
        packet.atNs = pass(&node->downFreeNs, node->downBps, packet.length, packet.atNs);
        push(packet);
        continue;
      }
      int64_t late = nowNs() - packet.atNs;
      if (late > worstNs) worstNs = late;
      lateNs += (double)late;
      through++;
      node->downWaiting--;
      if (write(node->fd, packet.bytes, (size_t)packet.length) < 0) node->dropped++;
      free(packet.bytes);
    }
  }
  if (fclose(capture)) perror("what was captured");
  printf("{\"packets\":%llu,\"meanLateNs\":%.0f,\"worstLateNs\":%lld,\"nodes\":[", (unsigned long long)through,
         through ? lateNs / (double)through : 0, (long long)worstNs);
  for (int i = 0; i < count; i++)
    printf("%s{\"packets\":%llu,\"ipBytes\":%llu,\"payload\":%llu,\"acks\":%llu,\"dropped\":%llu,\"lost\":%llu}", i ? "," : "",
           (unsigned long long)nodes[i].packets, (unsigned long long)nodes[i].ipBytes,
           (unsigned long long)nodes[i].payload, (unsigned long long)nodes[i].acks,
           (unsigned long long)nodes[i].dropped, (unsigned long long)nodes[i].lost);
  puts("]}");
  return 0;
}
