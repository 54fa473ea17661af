/* What the emulator and the ends share: one clock, the namespaces, and not to wait for other processes. */
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int64_t nowNs(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Devices and sockets that are opened from now on are in that namespace. */
static int enter(const char *namespace) {
  char path[512];
  snprintf(path, sizeof path, "/run/netns/%s", namespace);
  int space = open(path, O_RDONLY);
  if (space < 0) return -1;
  int problem = setns(space, CLONE_NEWNET);
  close(space);
  return problem;
}

/* @returns the real-time priority that the process has from now on, 0 where that isn't allowed */
static int comeBefore(int priority) {
  struct sched_param first = {.sched_priority = priority};
  mlockall(MCL_CURRENT | MCL_FUTURE);
  return sched_setscheduler(0, SCHED_FIFO, &first) ? 0 : priority;
}
