// SPDX-License-Identifier: Apache-2.0
#include "engine/io/trace_manifest.h"

#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "lang/vocabulary/limits.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

constexpr std::string_view format_name = "phobos-trace";
constexpr std::array<std::string_view, 19> site_words{
    "load",         "store",      "run_load",    "run_store", "atomic", "run_index", "division",
    "shift",        "collective", "shuffle",     "branch",    "loop",   "barrier",   "warp_barrier",
    "grid_barrier", "slice",      "slice_store", "tile",      "call"};

Json json_of(const NamedNumbers& numbers) {
    Json json = Json::object();
    for (const auto& [name, number] : numbers) json[name] = number;
    return json;
}

Json json_of(const TraceSite& site) {
    Json json{{"kind", site.kind}, {"line", site.line}, {"column", site.column}};
    if (!site.level.empty()) json["level"] = site.level;
    if (site.congruence.log2_modulus > 0)
        json["congruence"] = {{"modulus", 1 << site.congruence.log2_modulus}, {"residue", site.congruence.residue}};
    return json;
}

/// Reads the members of one object; the first that is missing or of another kind is kept.
class Members {
public:
    Members(const Json& json, std::string where, std::optional<std::string>& mistake)
        : json_(json), where_(std::move(where)), mistake_(mistake) {
        if (!json.is_object()) fail("is no object");
    }

    [[nodiscard]] std::string text(const char* name) {
        const Json* const found = find(name);
        if (found == nullptr) return "";
        if (const auto* text = found->get_ptr<const Json::string_t*>()) return *text;
        fail(fmt::format("has no text '{}'", name));
        return "";
    }
    [[nodiscard]] std::int64_t integer(const char* name, std::int64_t low, std::int64_t high) {
        const Json* const found = find(name);
        if (found == nullptr) return low;
        const auto value = integer_of(*found);
        if (value && *value >= low && *value <= high) return *value;
        fail(fmt::format("has no '{}' from {} to {}", name, low, high));
        return low;
    }
    [[nodiscard]] std::uint64_t count(const char* name) {
        return static_cast<std::uint64_t>(integer(name, 0, std::numeric_limits<std::int64_t>::max()));
    }
    [[nodiscard]] bool boolean(const char* name) {
        const Json* const found = find(name);
        if (found != nullptr && !found->is_boolean()) fail(fmt::format("has no truth value '{}'", name));
        return found != nullptr && found->is_boolean() && found->get<bool>();
    }
    [[nodiscard]] std::vector<std::int64_t> integers(const char* name, std::size_t most) {
        std::vector<std::int64_t> all;
        const Json& list = array(name);
        if (list.size() > most) fail(fmt::format("has more than {} numbers in '{}'", most, name));
        for (const Json& each : list) {
            const auto value = integer_of(each);
            if (!value || *value < 0) fail(fmt::format("has something other than lengths in '{}'", name));
            all.push_back(value.value_or(0));
        }
        return all;
    }
    [[nodiscard]] NamedNumbers numbers(const char* name) {
        NamedNumbers all;
        const Json& object_json = object(name);
        for (const auto& [key, each] : object_json.items()) {
            const auto value = integer_of(each);
            if (!value) fail(fmt::format("has something other than integers in '{}'", name));
            all.emplace_back(key, value.value_or(0));
        }
        return all;
    }
    [[nodiscard]] const Json& array(const char* name) {
        const Json* const found = find(name);
        if (found != nullptr && found->is_array()) return *found;
        fail(fmt::format("has no list '{}'", name));
        return no_list_;
    }
    [[nodiscard]] const Json& object(const char* name) {
        const Json* const found = find(name);
        if (found != nullptr && found->is_object()) return *found;
        fail(fmt::format("has no object '{}'", name));
        return no_object_;
    }
    [[nodiscard]] TraceCounts counts(const char* name) {
        Members members(object(name), fmt::format("'{}' of {}", name, where_), mistake_);
        return {members.count("blocks"), members.count("events"), members.count("accesses")};
    }
    [[nodiscard]] bool has(const char* name) const { return json_.is_object() && json_.contains(name); }
    void fail(const std::string& what) {
        if (!mistake_) mistake_ = fmt::format("{} {}", where_, what);
    }

private:
    const Json* find(const char* name) {
        if (!json_.is_object()) return nullptr;
        const auto found = json_.find(name);
        if (found == json_.end()) fail(fmt::format("has no '{}'", name));
        return found == json_.end() ? nullptr : &*found;
    }
    static std::optional<std::int64_t> integer_of(const Json& json) {
        if (json.is_number_unsigned() &&
            json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return std::nullopt;
        return json.is_number_integer() ? std::optional(json.get<std::int64_t>()) : std::nullopt;
    }

    const Json& json_;
    std::string where_;
    std::optional<std::string>& mistake_;
    Json no_list_ = Json::array();
    Json no_object_ = Json::object();
};

/// An object with `modulus`, a power of two up to 128, and `residue` below it.
program::Congruence read_congruence(const Json& json, const std::string& where, std::optional<std::string>& mistake) {
    Members members(json, where, mistake);
    const std::int64_t modulus = members.integer("modulus", 1, 128);
    if (!std::has_single_bit(static_cast<std::uint64_t>(modulus)))
        members.fail("has a 'modulus' that is no power of 2");
    program::Congruence congruence;
    congruence.log2_modulus = static_cast<std::uint8_t>(std::countr_zero(static_cast<std::uint64_t>(modulus)));
    congruence.residue = static_cast<std::uint8_t>(members.integer("residue", 0, modulus - 1));
    return congruence;
}

std::vector<TraceSite> read_sites(const Json& list, std::optional<std::string>& mistake) {
    constexpr std::int64_t most = 0xFFFFFFFF;
    std::vector<TraceSite> sites;
    for (const Json& each : list) {
        Members members(each, fmt::format("site {} of the manifest", sites.size()), mistake);
        std::string kind = members.text("kind");
        const auto line = static_cast<std::uint32_t>(members.integer("line", 1, most));
        TraceSite& site =
            sites.emplace_back(std::move(kind), line, static_cast<std::uint32_t>(members.integer("column", 1, most)));
        if (members.has("level")) site.level = members.text("level");
        if (members.has("congruence"))
            site.congruence = read_congruence(members.object("congruence"),
                                              fmt::format("'congruence' of site {}", sites.size() - 1), mistake);
    }
    return sites;
}

std::vector<TraceLocal> read_locals(const Json& list, std::optional<std::string>& mistake) {
    constexpr std::int64_t most = 0xFFFFFFFF;
    std::vector<TraceLocal> locals;
    for (const Json& each : list) {
        Members members(each, fmt::format("local {} of the manifest", locals.size()), mistake);
        TraceLocal& local = locals.emplace_back();
        local.name = members.text("name");
        local.line = static_cast<std::uint32_t>(members.integer("line", 1, most));
        local.column = static_cast<std::uint32_t>(members.integer("column", 1, most));
        local.level = members.text("level");
    }
    return locals;
}

std::vector<TraceBuffer> read_buffers(const Json& list, std::optional<std::string>& mistake) {
    std::vector<TraceBuffer> buffers;
    for (const Json& each : list) {
        Members members(each, fmt::format("buffer {} of the manifest", buffers.size()), mistake);
        const auto element = scalar_type(members.text("element"));
        if (!element) members.fail("has no element type that is known");
        std::string space = members.text("space");
        if (space != "tensor" && space != "tile") members.fail("is neither tensor nor tile");
        std::string name = members.text("name");
        TraceBuffer& buffer = buffers.emplace_back(std::move(space), std::move(name), element.value_or(ScalarType::f32),
                                                   members.integers("shape", engine::max_rank));
        if (members.has("address")) buffer.address = members.integer("address", 0, 255);
    }
    return buffers;
}

/// Whether it is a manifest of this version at all.
Result<Done, Error> check_version(const Json& json) {
    const auto text_of = [&](const char* name) {
        return json.is_object() && json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : "";
    };
    if (text_of("format") != format_name) return malformed_trace("its manifest is none of phobos-run");
    if (!json.contains("version") || !json["version"].is_number_integer())
        return malformed_trace("its manifest says no version");
    const auto version = json["version"].get<std::int64_t>();
    if (version > trace_version)
        return Failure{
            Error{Code::trace_version,
                  fmt::format("the trace has the form {}; this program reads forms up to {}", version, trace_version)}};
    if (version < 1) return malformed_trace("its manifest says no version");
    return Done{};
}

}  // namespace

std::string_view spelling(program::SiteKind kind) {
    static_assert(site_words.size() == static_cast<std::size_t>(program::SiteKind::call) + 1);
    return site_words[static_cast<std::size_t>(kind)];
}

TraceManifest describe(const program::Program& program, const engine::BoundDims& dims, engine::Block grid,
                       const SourceFile& source) {
    TraceManifest manifest;
    manifest.source_name = source.name();
    manifest.source_text = source.text();
    manifest.kernel = program.kernel;
    manifest.lanes = program.lanes;
    manifest.threads = program.bounds.threads;
    manifest.grid = grid;
    for (std::size_t i = 0; i < program.dims.size(); ++i)
        manifest.dims.emplace_back(program.dims[i].name, dims.values[i]);
    for (const program::Tunable& tunable : program.tunables)
        manifest.constants.emplace_back(tunable.name, tunable.value);
    for (const program::Site& site : program.sites) {
        const Position position = source.position(site.span.begin);
        manifest.sites.push_back({std::string(spelling(site.kind)), position.line, position.column});
    }
    const auto length = [&](const program::Extent& extent) {
        return std::visit(Overloaded{[](std::int64_t constant) { return constant; },
                                     [&](program::DimId dim) { return dims.values[dim.index]; }},
                          extent);
    };
    for (const program::Tensor& tensor : program.tensors) {
        TraceBuffer& buffer = manifest.buffers.emplace_back("tensor", tensor.name, tensor.element);
        for (const program::Extent& extent : tensor.shape) buffer.shape.push_back(length(extent));
    }
    for (const program::Tile& tile : program.tiles)
        manifest.buffers.push_back(
            {"tile", tile.name, tile.element, {tile.shape.axes().begin(), tile.shape.axes().end()}});
    return manifest;
}

Json json_of(const TraceCounts& counts) {
    return {{"blocks", counts.blocks}, {"events", counts.events}, {"accesses", counts.accesses}};
}

Json json_of(const TraceManifest& manifest) {
    Json json{{"format", format_name},
              {"version", trace_version},
              {"program", manifest.program},
              {"source", {{"name", manifest.source_name}, {"text", manifest.source_text}}},
              {"kernel", manifest.kernel},
              {"lanes", manifest.lanes},
              {"threads", manifest.threads},
              {"grid", {manifest.grid.x, manifest.grid.y, manifest.grid.z}},
              {"dims", json_of(manifest.dims)},
              {"constants", json_of(manifest.constants)},
              {"sites", Json::array()},
              {"buffers", Json::array()},
              {"locals", Json::array()},
              {"blocks", manifest.blocks},
              {"limit", manifest.limit},
              {"values", manifest.has_values},
              {"kept", json_of(manifest.kept)},
              {"dropped_by_sampling", json_of(manifest.dropped_by_sampling)},
              {"dropped_by_limit", json_of(manifest.dropped_by_limit)},
              {"outcome", manifest.outcome}};
    for (const TraceSite& site : manifest.sites) json["sites"].push_back(json_of(site));
    for (const TraceBuffer& buffer : manifest.buffers)
        json["buffers"].push_back({{"space", buffer.space},
                                   {"name", buffer.name},
                                   {"element", spelling(buffer.element)},
                                   {"shape", buffer.shape},
                                   {"address", buffer.address}});
    for (const TraceLocal& local : manifest.locals)
        json["locals"].push_back(
            {{"name", local.name}, {"line", local.line}, {"column", local.column}, {"level", local.level}});
    return json;
}

Result<TraceManifest, Error> read_manifest(const Json& json) {
    if (auto known = check_version(json); !known) return Failure{known.error()};
    std::optional<std::string> mistake;
    Members members(json, "the manifest", mistake);
    TraceManifest manifest;
    manifest.program = members.text("program");
    Members source(members.object("source"), "'source' of the manifest", mistake);
    manifest.source_name = source.text("name");
    manifest.source_text = source.text("text");
    manifest.kernel = members.text("kernel");
    manifest.lanes = static_cast<int>(members.integer("lanes", 32, 64));
    if (manifest.lanes != 32 && manifest.lanes != 64) members.fail("has 'lanes' other than 32 and 64");
    manifest.threads = static_cast<int>(members.integer("threads", 1, limits::threads));
    if (manifest.threads % manifest.lanes != 0) members.fail("has 'threads' that are no whole warps");
    const std::vector<std::int64_t> grid = members.integers("grid", 3);
    if (grid.size() == 3) {
        manifest.grid = {grid[0], grid[1], grid[2]};
    } else {
        members.fail("has no three numbers in 'grid'");
    }
    manifest.dims = members.numbers("dims");
    manifest.constants = members.numbers("constants");
    manifest.sites = read_sites(members.array("sites"), mistake);
    manifest.buffers = read_buffers(members.array("buffers"), mistake);
    if (members.has("locals")) manifest.locals = read_locals(members.array("locals"), mistake);
    manifest.blocks = members.text("blocks");
    manifest.limit = members.count("limit");
    manifest.has_values = members.boolean("values");
    manifest.kept = members.counts("kept");
    manifest.dropped_by_sampling = members.counts("dropped_by_sampling");
    manifest.dropped_by_limit = members.counts("dropped_by_limit");
    manifest.outcome = members.object("outcome");
    if (mistake) return malformed_trace(*mistake);
    return manifest;
}

Failure<Error> malformed_trace(const std::string& what) {
    return Failure{Error{Code::trace_malformed, "it is no trace that can be read: " + what}};
}

}  // namespace phobos::io
