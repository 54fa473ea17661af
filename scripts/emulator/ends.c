/*
 * The ends of all connections: one process with sockets in every namespace, which sends what it is told to and says when it arrived.
 * All times are of the machine's monotonic clock.
 *
 * The input has a line NAMESPACE HOST for each end and
 * then an empty one. Later lines:
 *
 *   open AT_NS CONNECTION FROM TO             a TCP connection
 *   send AT_NS CONNECTION MESSAGE BYTES       a message over it, 8 bytes or more
 *   answer AT_NS CONNECTION MESSAGE BYTES     the same from the end that did not open it, as soon as it is open
 *   datagram AT_NS MESSAGE FROM TO BYTES      over UDP, 8 bytes or more
 *   go WAIT_NS                                does all this, at times from now, in order of the lines where they are the same
 *
 * After `go` it writes a line `MESSAGE SENT_NS CAME_NS` for each message that arrived within WAIT_NS, then `over LATE_NS`: by how much it
 * was late at worst. Connections are closed then. Connections, in order of opening, and messages are numbered from 0 in each go.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include "realtime.h"

#define MOST_ENDS 1024
#define MOST 100000
#define MOST_EVENTS 64
#define PORT 4100
#define PRIORITY 10
#define TICK_NS 1000000
#define HEAD_BYTES 8
#define READ_BYTES 65536
/* The last acknowledgements are under way for that long, and the segments that close connections. */
#define CALM_NS 400000000

enum kind { LISTENER, DATAGRAMS, OPENER, ACCEPTER };

/* What a message still has to send. */
typedef struct Load {
  unsigned char *bytes;
  size_t length, sent;
  struct Load *next;
} Load;

typedef struct {
  enum kind kind;
  int fd, isOpen;
  Load *first, *last;
  unsigned char head[HEAD_BYTES];
  size_t headRead, left;
  int message;
} Socket;

typedef struct {
  char kind;
  int64_t atNs;
  int order, connection, message, from, to;
  long bytes;
} Action;

typedef struct {
  char namespace[256];
  struct sockaddr_in address;
  Socket datagrams;
} End;

static End ends[MOST_ENDS];
static int count;
static Action actions[MOST];
static int planned;
/* Both ends of each connection, and the address of the first. */
static Socket *openers[MOST], *accepters[MOST];
static struct sockaddr_in addresses[MOST];
static int opened, awaited;
static int64_t sentNs[MOST], cameNs[MOST];
static int poll;

static void stop(const char *what) {
  perror(what);
  exit(70);
}

static void watch(Socket *one, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = one};
  if (epoll_ctl(poll, EPOLL_CTL_MOD, one->fd, &event) && epoll_ctl(poll, EPOLL_CTL_ADD, one->fd, &event)) stop("epoll");
}

static Socket *made(enum kind kind, int fd) {
  Socket *one = calloc(1, sizeof *one);
  if (!one || fd < 0) stop("socket");
  *one = (Socket){.kind = kind, .fd = fd};
  return one;
}

static int bound(int type, const End *end, int port) {
  int fd = socket(AF_INET, type | SOCK_NONBLOCK, 0), yes = 1, much = 1 << 22;
  struct sockaddr_in here = end->address;
  here.sin_port = htons((uint16_t)port);
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (type == SOCK_DGRAM) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &much, sizeof much);
  if (bind(fd, (struct sockaddr *)&here, sizeof here)) stop("bind");
  return fd;
}

static void begin(End *end) {
  if (enter(end->namespace)) stop(end->namespace);
  Socket *listener = made(LISTENER, bound(SOCK_STREAM, end, PORT));
  if (listen(listener->fd, 1024)) stop("listen");
  watch(listener, EPOLLIN);
  end->datagrams = (Socket){.kind = DATAGRAMS, .fd = bound(SOCK_DGRAM, end, PORT)};
  watch(&end->datagrams, EPOLLIN);
}

static void arrived(int message) {
  if (message < 0 || message >= MOST || cameNs[message]) return;
  cameNs[message] = nowNs();
  awaited--;
}

static void push(Socket *one) {
  while (one->isOpen && one->first) {
    Load *load = one->first;
    ssize_t wrote = send(one->fd, load->bytes + load->sent, load->length - load->sent, MSG_NOSIGNAL);
    if (wrote < 0) break;
    load->sent += (size_t)wrote;
    if (load->sent < load->length) continue;
    one->first = load->next;
    free(load->bytes);
    free(load);
  }
  watch(one, EPOLLIN | (one->first || !one->isOpen ? EPOLLOUT : 0));
}

static void add(Socket *one, int message, size_t length) {
  Load *load = calloc(1, sizeof *load);
  if (!load || !(load->bytes = calloc(1, length))) stop("message");
  load->length = length;
  uint32_t head[] = {(uint32_t)length, (uint32_t)message};
  memcpy(load->bytes, head, sizeof head);
  if (one->first) one->last->next = load;
  else one->first = load;
  one->last = load;
  if (one->isOpen) push(one);
}

static void pull(Socket *one) {
  static unsigned char bytes[READ_BYTES];
  ssize_t length;
  while ((length = recv(one->fd, bytes, sizeof bytes, 0)) > 0) {
    if (one->kind == DATAGRAMS) {
      arrived((int)((uint32_t *)bytes)[1]);
      continue;
    }
    for (ssize_t at = 0; at < length;) {
      if (one->left == 0) {
        one->head[one->headRead++] = bytes[at++];
        if (one->headRead < HEAD_BYTES) continue;
        uint32_t head[2];
        memcpy(head, one->head, sizeof head);
        one->headRead = 0;
        one->left = head[0] - HEAD_BYTES;
        one->message = (int)head[1];
      }
      size_t part = (size_t)(length - at) < one->left ? (size_t)(length - at) : one->left;
      at += (ssize_t)part;
      one->left -= part;
      if (one->left == 0) arrived(one->message);
    }
  }
  /* The other end closed it. */
  if (length == 0) epoll_ctl(poll, EPOLL_CTL_DEL, one->fd, NULL);
}

static int isSame(const struct sockaddr_in *a, const struct sockaddr_in *b) {
  return a->sin_port == b->sin_port && a->sin_addr.s_addr == b->sin_addr.s_addr;
}

static void take(const Socket *listener) {
  struct sockaddr_in from;
  socklen_t length = sizeof from;
  int fd, yes = 1;
  while ((fd = accept4(listener->fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK)) >= 0) {
    int i = 0;
    while (i < opened && !isSame(&addresses[i], &from)) i++;
    if (i == opened) stop("accept");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    accepters[i]->fd = fd;
    accepters[i]->isOpen = 1;
    push(accepters[i]);
  }
}

static void act(const Action *a) {
  struct sockaddr_in to = ends[a->to].address;
  to.sin_port = htons(PORT);
  if (a->kind == 's' || a->kind == 'a') {
    sentNs[a->message] = nowNs();
    add((a->kind == 's' ? openers : accepters)[a->connection], a->message, (size_t)a->bytes);
  } else if (a->kind == 'd') {
    uint32_t *bytes = calloc(1, (size_t)a->bytes);
    if (!bytes) stop("datagram");
    bytes[1] = (uint32_t)a->message;
    sentNs[a->message] = nowNs();
    sendto(ends[a->from].datagrams.fd, bytes, (size_t)a->bytes, 0, (struct sockaddr *)&to, sizeof to);
    free(bytes);
  } else {
    int yes = 1;
    socklen_t length = sizeof *addresses;
    if (enter(ends[a->from].namespace)) stop("open");
    Socket *one = made(OPENER, bound(SOCK_STREAM, &ends[a->from], 0));
    if (getsockname(one->fd, (struct sockaddr *)&addresses[opened], &length)) stop("open");
    setsockopt(one->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    connect(one->fd, (struct sockaddr *)&to, sizeof to);
    accepters[opened] = made(ACCEPTER, 0);
    watch(openers[opened++] = one, EPOLLIN | EPOLLOUT);
  }
}

static void handle(struct epoll_event event) {
  Socket *one = event.data.ptr;
  if (one->kind == LISTENER) return take(one);
  if (event.events & EPOLLOUT) {
    one->isOpen = 1;
    push(one);
  }
  if (event.events & EPOLLIN) pull(one);
}

/* @returns by how much it was late at worst */
static int64_t waitUntil(int64_t untilNs) {
  struct epoll_event events[MOST_EVENTS];
  int64_t tickNs = nowNs() + TICK_NS, ns = (untilNs < tickNs ? untilNs : tickNs) - nowNs();
  if (ns < 0) ns = 0;
  struct timespec wait = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
  int64_t dueNs = nowNs() + ns;
  int woken = epoll_pwait2(poll, events, MOST_EVENTS, &wait, NULL);
  int64_t lateNs = nowNs() - dueNs;
  for (int i = 0; i < woken; i++) handle(events[i]);
  return lateNs;
}

static void settle(void) {
  for (int64_t untilNs = nowNs() + CALM_NS; nowNs() < untilNs;) waitUntil(untilNs);
}

static void closeAll(void) {
  settle();
  /* One end after the other, so that it costs the same segments always. */
  for (int i = 0; i < opened; i++) shutdown(openers[i]->fd, SHUT_WR);
  settle();
  for (int i = 0; i < opened; i++)
    if (accepters[i]->isOpen) shutdown(accepters[i]->fd, SHUT_WR);
  settle();
  for (int i = 0; i < opened; i++) {
    close(openers[i]->fd);
    if (accepters[i]->isOpen) close(accepters[i]->fd);
    free(openers[i]);
    free(accepters[i]);
  }
  opened = planned = 0;
}

static int inTime(const void *left, const void *right) {
  const Action *a = left, *b = right;
  return a->atNs != b->atNs ? (a->atNs < b->atNs ? -1 : 1) : a->order - b->order;
}

static void go(int64_t waitNs) {
  int64_t startNs = nowNs(), worstNs = 0;
  int done = 0, messages = 0;
  qsort(actions, (size_t)planned, sizeof *actions, inTime);
  for (int i = 0; i < planned; i++) messages += actions[i].kind != 'o';
  memset(cameNs, 0, sizeof cameNs);
  awaited = messages;
  while (awaited > 0 && nowNs() < startNs + waitNs) {
    while (done < planned && startNs + actions[done].atNs <= nowNs()) act(&actions[done++]);
    int64_t lateNs = waitUntil(done < planned ? startNs + actions[done].atNs : startNs + waitNs);
    if (lateNs > worstNs) worstNs = lateNs;
  }
  for (int i = 0; i < messages; i++)
    if (cameNs[i]) printf("%d %lld %lld\n", i, (long long)sentNs[i], (long long)cameNs[i]);
  closeAll();
  printf("over %lld\n", (long long)worstNs);
  fflush(stdout);
}

int main(void) {
  char line[512], host[64], kind[16];
  poll = epoll_create1(0);
  while (fgets(line, sizeof line, stdin) && *line != '\n') {
    End *end = &ends[count++];
    end->address.sin_family = AF_INET;
    if (count > MOST_ENDS || sscanf(line, "%255s %63s", end->namespace, host) != 2 || !inet_aton(host, &end->address.sin_addr)) return 2;
    begin(end);
  }
  printf("ready %d\n", comeBefore(PRIORITY));
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    long long atNs;
    long a, b, c, d;
    int words = sscanf(line, "%15s %lld %ld %ld %ld %ld", kind, &atNs, &a, &b, &c, &d);
    Action action = {.kind = *kind, .atNs = atNs, .order = planned};
    if (*kind == 'g' && words == 2) {
      go(atNs);
      continue;
    }
    if (*kind == 'o' && words == 5) action.connection = (int)a, action.from = (int)b, action.to = (int)c;
    else if ((*kind == 's' || *kind == 'a') && words == 5) action.connection = (int)a, action.message = (int)b, action.bytes = c;
    else if (*kind == 'd' && words == 6) action.message = (int)a, action.from = (int)b, action.to = (int)c, action.bytes = d;
    else return 2;
    if (planned == MOST) return 2;
    actions[planned++] = action;
  }
  return 0;
}
