// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/worker.h"

#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backend/nvrtc/compile.h"
#include "backend/nvrtc/library.h"
#include "backend/nvrtc/wire.h"

namespace phobos::nvrtc {
namespace {

/// The frames of a stream.
class Frames {
public:
    explicit Frames(int stream) : stream_(stream) {}

    /// Nothing at the end of the stream.
    std::optional<std::string> next() {
        for (;;) {
            if (const auto frame = wire::first_frame(received_)) {
                std::string payload(frame->payload);
                received_.erase(0, frame->bytes);
                return payload;
            }
            std::array<char, 1 << 16> buffer;
            const ssize_t count = ::read(stream_, buffer.data(), buffer.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return std::nullopt;
            received_.append(buffer.data(), static_cast<std::size_t>(count));
        }
    }

    /// Whether all was taken.
    [[nodiscard]] bool send(std::string_view payload) const {
        const std::string frame = wire::framed(payload);
        std::string_view rest = frame;
        while (!rest.empty()) {
            const ssize_t count = ::send(stream_, rest.data(), rest.size(), MSG_NOSIGNAL);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return false;
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

private:
    int stream_;
    std::string received_;
};

Compilation answer(const Result<Library, LibraryFailure>& library, const wire::Setup& setup, const Job& job) {
    if (!library) return Failure{CompileFailure{FailureKind::library, library.error().text, "", {}}};
    try {
        return compile(*library, setup.headers, job);
    } catch (const std::bad_alloc&) {
        return Failure{CompileFailure{FailureKind::memory, fmt::format("no memory to compile '{}'", job.name), "", {}}};
    }
}

}  // namespace

int serve(int stream) {
    Frames frames(stream);
    const auto first = frames.next();
    if (!first) return 0;
    const auto setup = wire::decode_setup(*first);
    if (!setup) return 1;
    const auto library = Library::open(setup->library_names);
    while (const auto bytes = frames.next()) {
        const auto job = wire::decode_job(*bytes);
        if (!job) return 1;
        if (!frames.send(wire::encode(answer(library, *setup, *job)))) return 0;
    }
    return 0;
}

}  // namespace phobos::nvrtc
