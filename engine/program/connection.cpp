// SPDX-License-Identifier: Apache-2.0
#include "engine/program/connection.h"

#include "engine/base/clock.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jitscope::inline program {

namespace {

/** In front of each message, in little-endian order as all of the protocol. */
struct Head {
    uint32_t magic = 0x4D53534A; // "JSSM"
    uint32_t kind = 0;
    int64_t bytes = 0;
};

/** Room for one descriptor beside the bytes of a message. */
union Beside {
    cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
};

int descriptorOf(msghdr &message) {
    for (cmsghdr *each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(each), sizeof descriptor);
        return descriptor;
    }
    return -1;
}

/** All of `bytes`; the descriptor, if one came, in the place of -1. */
bool readAll(int socket, char *to, size_t bytes, int &descriptor) {
    while (bytes > 0) {
        iovec piece{to, bytes};
        Beside beside{};
        msghdr message{};
        message.msg_iov = &piece;
        message.msg_iovlen = 1;
        message.msg_control = &beside;
        message.msg_controllen = sizeof beside;
        const ssize_t got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        if (const int came = descriptorOf(message); came >= 0) {
            if (descriptor >= 0) ::close(descriptor);
            descriptor = came;
        }
        to += got;
        bytes -= size_t(got);
    }
    return true;
}

/** Memory is taken as bytes come, not as they are announced. */
bool readBody(int socket, Message &message, size_t bytes) {
    constexpr size_t piece = size_t(4) << 20;
    while (message.body.size() < bytes) {
        const size_t before = message.body.size(), next = std::min(piece, bytes - before);
        message.body.resize(before + next);
        if (!readAll(socket, message.body.data() + before, next, message.descriptor)) return false;
    }
    return true;
}

bool sendHead(int socket, const Head &head, int descriptor) {
    iovec piece{const_cast<Head *>(&head), sizeof head};
    Beside beside{};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        message.msg_control = &beside;
        message.msg_controllen = sizeof beside;
        cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof descriptor);
        std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
    }
    while (true) {
        const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        return sent == ssize_t(sizeof head);
    }
}

/** 0 for one that is closed. */
uint64_t inodeOf(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

} // namespace

Connection::Connection(int socket)
    : m_socket(socket)
    , m_inode(inodeOf(socket)) {}

Connection::~Connection() {
    ::close(m_socket);
}

void Connection::close() {
    ::shutdown(m_socket, SHUT_RDWR);
}

void Connection::leave() {
    ::close(m_socket);
}

bool Connection::isLost() const {
    return inodeOf(m_socket) != m_inode;
}

bool Connection::write(const char *data, size_t bytes) {
    while (bytes > 0) {
        const ssize_t sent = ::send(m_socket, data, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        data += sent;
        bytes -= size_t(sent);
    }
    return true;
}

bool Connection::send(MessageKind kind, std::string_view body, int descriptor) {
    const std::lock_guard lock(m_sending);
    Head head;
    head.kind = uint32_t(kind);
    head.bytes = int64_t(body.size());
    return sendHead(m_socket, head, descriptor) && write(body.data(), body.size());
}

Result<Message> Connection::receive() {
    const auto gone = [] { return Error{"The other process is gone."}; };
    Head head;
    Message message;
    if (!readAll(m_socket, reinterpret_cast<char *>(&head), sizeof head, message.descriptor)) return gone();
    const bool isGood = head.magic == Head().magic && head.bytes >= 0 && head.bytes <= mostMessageBytes;
    message.kind = MessageKind(head.kind);
    if (isGood && readBody(m_socket, message, size_t(head.bytes))) {
        m_lastReceivedNs = systemNs();
        return message;
    }
    if (message.descriptor >= 0) ::close(message.descriptor);
    if (isGood) return gone();
    m_hasRefused = true;
    return Error{"The other process sent what is no message."};
}

} // namespace jitscope::inline program
