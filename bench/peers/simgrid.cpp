// The star of bench/messages.ts in SimGrid: one server asks N clients, R rounds, 80 doubles each way.
//   apt-get install libsimgrid-dev
//   c++ -O3 -std=c++17 simgrid.cpp -lsimgrid -o simgrid
//   ./simgrid CLIENTS ROUNDS --cfg=contexts/stack-size:16 --cfg=contexts/guard-size:0
#include <chrono>
#include <cstdio>
#include <random>
#include <simgrid/s4u.hpp>
#include <sys/resource.h>
#include <vector>
namespace sg4 = simgrid::s4u;

struct Message {
  int round, kind;
  double values[80];
};
constexpr uint64_t BYTES = 670;

static int clients, rounds;
static long came = 0;
static sg4::Mailbox* answers;

static void client(sg4::Mailbox* questions) {
  questions->set_receiver(sg4::Actor::self());
  for (int r = 0; r < rounds; r++) {
    auto question = questions->get_unique<Message>();
    came++;
    answers->put_init(new Message(*question), BYTES)->detach();
  }
}

static void server(std::vector<sg4::Mailbox*> questions) {
  answers->set_receiver(sg4::Actor::self());
  for (int r = 0; r < rounds; r++) {
    for (auto* to : questions) to->put_init(new Message{r, 1, {}}, BYTES)->detach();
    for (int i = 0; i < clients; i++) {
      answers->get_unique<Message>();
      came++;
    }
  }
}

int main(int argc, char** argv) {
  sg4::Engine engine(&argc, argv);
  clients = std::atoi(argv[1]);
  rounds = std::atoi(argv[2]);
  std::minstd_rand draw(1);
  std::uniform_real_distribution<double> latency(0.010, 0.100);
  auto* zone = sg4::create_star_zone("star");
  auto* center = zone->create_host("server", 1e9);
  auto* none = zone->create_link("none", 1e12)->set_sharing_policy(sg4::Link::SharingPolicy::FATPIPE)->seal();
  zone->add_route(center->get_netpoint(), nullptr, nullptr, nullptr, {sg4::LinkInRoute(none)}, true);
  std::vector<sg4::Host*> hosts;
  for (int i = 0; i < clients; i++) {
    auto* host = zone->create_host("client-" + std::to_string(i), 1e9);
    auto* link = zone->create_link("link-" + std::to_string(i), 1e12)
                     ->set_latency(latency(draw))
                     ->set_sharing_policy(sg4::Link::SharingPolicy::FATPIPE)
                     ->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {sg4::LinkInRoute(link)}, true);
    hosts.push_back(host);
  }
  zone->seal();
  answers = sg4::Mailbox::by_name("answers");
  std::vector<sg4::Mailbox*> questions;
  for (int i = 0; i < clients; i++) {
    questions.push_back(sg4::Mailbox::by_name("q" + std::to_string(i)));
    sg4::Actor::create("client", hosts[i], client, questions.back());
  }
  sg4::Actor::create("server", center, server, questions);
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  engine.run();
  getrusage(RUSAGE_SELF, &after);
  auto seconds = [](const rusage& u) { return u.ru_utime.tv_sec + u.ru_stime.tv_sec + 1e-6 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec); };
  std::printf("{\"messages\":%ld,\"seconds\":%.3f,\"peakBytes\":%ld}\n", came, seconds(after) - seconds(before), after.ru_maxrss * 1024L);
}
