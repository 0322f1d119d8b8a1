// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/endsignals.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace jitscope {
inline namespace shell {

namespace {

constexpr std::array<int, 2> endSignals{SIGTERM, SIGHUP};
/** A handler may do next to nothing: it writes into one end, the event loop reads at the other. */
std::array<int, 2> ends{-1, -1};

void pass(int) {
    const char any = 1;
    [[maybe_unused]] const ssize_t written = ::write(ends[0], &any, sizeof any);
}

} // namespace

EndSignals::EndSignals(QObject *parent)
    : QObject(parent) {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0) return;
    auto *notifier = new QSocketNotifier(ends[1], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char any = 0;
        while (::read(ends[1], &any, sizeof any) > 0) {
        }
        Q_EMIT asked();
    });
    struct sigaction action {};
    action.sa_handler = pass;
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    for (const int number : endSignals)
        ::sigaction(number, &action, nullptr);
}

EndSignals::~EndSignals() {
    if (ends[0] < 0) return;
    for (const int number : endSignals)
        ::signal(number, SIG_DFL);
    for (int &end : ends)
        ::close(std::exchange(end, -1));
}

} // namespace shell
} // namespace jitscope

#include "moc_endsignals.cpp"
