// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker/serve.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/host/worker/library.h"
#include "backend/host/worker/mapping.h"
#include "backend/host/worker/protocol.h"
#include "backend/host/worker/scheduler.h"
#include "backend/process/helper.h"
#include "lang/base/overloaded.h"
#include "lang/base/transcendental.h"

namespace phobos::host {
namespace {

struct Request {
    Shape shape{};
    std::vector<Slot> slots;
    std::string path;
    std::string name;
    std::uint64_t memory_bytes = 0;
    process::Descriptor memory;
};

ph::host::Table functions() {
    ph::host::Table table{};
    table.exp = exp_f64;
    table.log = log_f64;
    table.tanh = tanh_f64;
    table.sin = sin_f64;
    table.cos = cos_f64;
    table.rsqrt = rsqrt_f64;
    table.pow = pow_f64;
    return table;
}

bool read_all(int socket, void* to, std::size_t bytes) {
    auto* at = static_cast<char*>(to);
    while (bytes > 0) {
        const ssize_t got = ::recv(socket, at, bytes, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

bool write_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

/// The head of a request, with the descriptor that comes along; nothing at the end.
std::optional<RequestHead> read_head(int socket, process::Descriptor& memory) {
    RequestHead head{};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    iovec piece{&head, sizeof head};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t got = 0;
    do got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return std::nullopt;
    const cmsghdr* const passed = CMSG_FIRSTHDR(&message);
    if (passed != nullptr && passed->cmsg_type == SCM_RIGHTS) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(passed), sizeof number);
        memory = process::Descriptor(number);
    }
    const auto first = static_cast<std::size_t>(got);
    if (!read_all(socket, reinterpret_cast<char*>(&head) + first, sizeof head - first)) return std::nullopt;
    return head;
}

std::optional<Request> read_request(int socket) {
    Request request;
    const auto head = read_head(socket, request.memory);
    if (!head) return std::nullopt;
    request.shape = head->shape;
    request.memory_bytes = head->memory_bytes;
    request.slots.resize(head->slots);
    request.path.resize(head->path_bytes);
    request.name.resize(head->name_bytes);
    if (!read_all(socket, request.slots.data(), request.slots.size() * sizeof(Slot)) ||
        !read_all(socket, request.path.data(), request.path.size()) ||
        !read_all(socket, request.name.data(), request.name.size()))
        return std::nullopt;
    return request;
}

Answer answer_of(const Ending& ending) {
    return std::visit(
        Overloaded{
            [](const Completed&) { return Answer{Answered::completed}; },
            [](const OutOfMemory&) { return Answer{Answered::no_memory}; },
            [](const BlockMissing& missing) { return Answer{Answered::block_missing, missing.site, missing.block}; },
            [](const ThreadsDisagree& found) { return Answer{Answered::threads_disagree, 0, 0, found.text}; }},
        ending);
}

Answer run(Request request, Libraries& libraries, Scheduler& scheduler) {
    const auto library = libraries.get(request.path);
    if (!library) return {Answered::no_library, 0, 0, library.error()};
    const ph::host::Entry entry = (*library)->entry(request.name);
    if (entry == nullptr) return {Answered::no_kernel};
    const auto memory = Mapping::make(request.memory, request.memory_bytes);
    if (!memory) return {Answered::no_memory};
    std::vector<std::uint64_t> slots;
    slots.reserve(request.slots.size());
    const auto base = reinterpret_cast<std::uintptr_t>(memory->data());
    for (const Slot& slot : request.slots) slots.push_back(slot.is_offset ? base + slot.value : slot.value);
    return answer_of(scheduler.run({entry, slots.data(), request.shape}));
}

bool write_answer(int socket, const Answer& answer) {
    const AnswerHead head{answer.answered, answer.site, answer.block, static_cast<std::uint32_t>(answer.text.size())};
    std::string message(sizeof head, '\0');
    std::memcpy(message.data(), &head, sizeof head);
    return write_all(socket, message + answer.text);
}

}  // namespace

void serve(int socket) {
    const rlimit no_core{0, 0};  // a kernel that crashes is told of, and nobody looks at its memory
    ::setrlimit(RLIMIT_CORE, &no_core);
    process::end_with(socket);
    Scheduler scheduler(functions());
    Libraries libraries(scheduler.table());
    while (auto request = read_request(socket))
        if (!write_answer(socket, run(std::move(*request), libraries, scheduler))) break;
}

}  // namespace phobos::host
