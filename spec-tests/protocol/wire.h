// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lang/base/result.h"
#include "spec-tests/protocol/messages.h"

namespace phobos::protocol {

/// Each message as one line of JSON without its end of line; requests.schema.json and answers.schema.json describe
/// them.
std::string line_of(const Request& request);
std::string line_of(const Answer& answer);

/// What a line says that is no request.
struct BadRequest {
    std::optional<std::uint64_t> seq;  ///< of the line, where it has one
    std::string text;
};

/// Reads a request; members it does not know are ignored.
Result<Request, BadRequest> parse_request(std::string_view line);

/// Reads the answer to a request. Members that an answer does not have, other than x-..., are errors: they are told by
/// their JSON pointer, as in "/errors/0/line: an integer from 1 to 4294967295 is expected".
Result<Answer, std::string> parse_answer(std::string_view line, const Request& request);

}  // namespace phobos::protocol
