// SPDX-License-Identifier: Apache-2.0
// A line that phobos-conform could have sent: what is read is written and read again as it was, and whatever it asks,
// our adapter gives an answer that phobos-conform takes for one.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "interp/exec/engine.h"
#include "lang/base/assert.h"
#include "lang/check/check.h"
#include "spec-tests/adapter/serve.h"
#include "spec-tests/protocol/wire.h"

namespace {

using namespace phobos;

constexpr std::chrono::milliseconds budget{50};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto request = protocol::parse_request({reinterpret_cast<const char*>(data), size});
    if (!request) {
        PHOBOS_ASSERT(!request.error().text.empty());
        return 0;
    }
    const auto again = protocol::parse_request(protocol::line_of(*request));
    PHOBOS_ASSERT(again.has_value() && protocol::line_of(*again) == protocol::line_of(*request));
    // A launch may ask for more than there is time for.
    request->budget = request->budget.count() > 0 ? std::min(request->budget, budget) : budget;
    const std::unique_ptr<engine::Engine> engine = interp::make_engine();
    const adapter::Implementation implementation{
        "fuzzed", "0",
        [](const SourceFile& source, check::Target target, const std::vector<check::Setting>& settings) {
            return check::check(source, target, settings);
        },
        engine.get(), engine::Checks{.uninitialised = true, .races = false, .levels = false}};
    const auto answer = protocol::parse_answer(protocol::line_of(adapter::answer(implementation, *request)), *request);
    PHOBOS_ASSERT(answer.has_value());
    return 0;
}
