// SPDX-License-Identifier: Apache-2.0
#include "engine/io/case_launch.h"

#include <algorithm>
#include <utility>

#include "engine/enclosure.h"
#include "engine/io/source.h"
#include "engine/io/value_text.h"

namespace phobos::io {
namespace {

constexpr std::string_view launch_members[]{"name", "lanes", "set", "dims", "grid", "arguments", "expect"};
constexpr std::string_view argument_members[]{"shape", "values",      "bits", "recipe", "unwritten",
                                              "alias", "byte_offset", "type", "scalar"};
constexpr std::string_view expectation_members[]{"values", "bits",  "recipe", "low",
                                                 "high",   "anyOf", "ulp",    "undefined"};
constexpr std::string_view enclosure_members[]{"enclosure", "undefined"};
constexpr std::int64_t most_bytes = std::int64_t{1} << 40;

/// A number, truth value or literal text as the text of a literal; nothing for null.
std::optional<std::string> read_literal(const CaseValue& value) {
    const Json& json = value.json();
    if (json.is_null()) return std::nullopt;
    if (json.is_number() || json.is_boolean()) return json.dump();
    std::string text = value.text();
    if (!is_literal(text)) {
        value.complain(fmt::format("'{}' is no literal of the language", text));
        return "0";
    }
    return text;
}

/// The shape that lists are nested in: the first element of each level says how deep and long it is.
Shape nested_shape(const Json& json) {
    Shape shape;
    for (const Json* level = &json; level->is_array() && shape.size() <= engine::max_rank; level = &level->front()) {
        shape.push_back(static_cast<std::int64_t>(level->size()));
        if (level->empty()) break;
    }
    return shape;
}

void read_nested(const CaseValue& value, const Shape& shape, std::size_t depth, ListedValues& into) {
    if (depth == shape.size()) {
        if (value.is_list()) return value.complain("a number is expected where others of its kind stand");
        into.literals.push_back(read_literal(value));
        return;
    }
    const std::vector<CaseValue> items = value.list();
    if (static_cast<std::int64_t>(items.size()) != shape[depth])
        return value.complain(fmt::format("{} items are expected, as in the first list of this depth", shape[depth]));
    for (const CaseValue& item : items) read_nested(item, shape, depth + 1, into);
}

ListedValues read_values(const CaseValue& value) {
    ListedValues values;
    const Shape shape = nested_shape(value.json());
    if (shape.size() > engine::max_rank) value.complain("lists are nested deeper than 4");
    read_nested(value, shape, 0, values);
    if (shape.size() > 1) values.shape = shape;
    return values;
}

ListedBits read_bits(const CaseValue& value) {
    std::string text;
    if (value.is_list()) {
        for (const CaseValue& item : value.list()) text += item.text() + " ";
    } else {
        text = value.text();
    }
    ListedBits bits;
    for (std::size_t at = text.find_first_not_of(' '); at < text.size(); at = text.find_first_not_of(' ', at)) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        std::string word = text.substr(at, end - at);
        if (word == "-") {
            bits.words.emplace_back();
        } else {
            bits.words.emplace_back(std::move(word));
        }
        at = end;
    }
    return bits;
}

Shape read_shape(const CaseValue& value) {
    auto shape = parse_shape(value.text());
    if (shape) return std::move(*shape);
    value.complain(shape.error().text);
    return {1};
}

Recipe read_recipe(const CaseValue& value) {
    auto recipe = parse_recipe(value.text());
    if (recipe) return std::move(*recipe);
    value.complain(recipe.error().text);
    return IotaRecipe{};
}

/// RECIPE:SHAPE
Given read_recipe_and_shape(const CaseValue& value) {
    auto source = parse_source_spec(value.text());
    if (!source) {
        value.complain(source.error().text);
    } else if (!std::holds_alternative<RecipeSource>(*source)) {
        value.complain("a case takes recipes and no files");
    } else {
        return std::move(*source);
    }
    return Unwritten{};
}

/// "iota:4x8", "unwritten:4x8", "unwritten" or a literal.
Given read_text_argument(const CaseValue& value) {
    const std::string text = value.text();
    constexpr std::string_view unwritten = "unwritten";
    if (text == unwritten) return Unwritten{};
    if (text.starts_with("unwritten:")) {
        auto shape = parse_shape(std::string_view(text).substr(unwritten.size() + 1));
        if (shape) return Unwritten{std::move(*shape)};
        value.complain(shape.error().text);
        return Unwritten{};
    }
    if (begins_with_recipe(text)) return read_recipe_and_shape(value);
    return ScalarLiteral{read_literal(value).value_or("0")};
}

Given listed(const CaseValue& value, ListedValues values, std::optional<Shape> shape) {
    if (values.shape && shape && *values.shape != *shape) value.complain("the lists are nested in another shape");
    if (!shape) shape = values.shape ? values.shape : Shape{static_cast<std::int64_t>(values.literals.size())};
    return Elements{std::move(*shape), std::move(values.literals)};
}

Given read_object_given(const CaseValue& value) {
    const auto shape = value.find("shape");
    const std::optional<Shape> read = shape ? std::optional<Shape>(read_shape(*shape)) : std::nullopt;
    if (const auto values = value.find("values")) return listed(*values, read_values(*values), read);
    if (const auto scalar = value.find("scalar")) return ScalarLiteral{read_literal(*scalar).value_or("0")};
    if (const auto recipe = value.find("recipe")) return read_recipe_and_shape(*recipe);
    if (const auto bits = value.find("bits")) {
        value.require("shape");
        return ElementBits{read.value_or(Shape{1}), read_bits(*bits).words};
    }
    if (const auto alias = value.find("alias")) {
        value.require("shape");
        return Alias{alias->text(), read.value_or(Shape{1})};
    }
    const auto unwritten = value.find("unwritten");
    if (!unwritten) return Unwritten{};
    if (unwritten->json() == Json(true)) return Unwritten{};
    return Unwritten{read_shape(*unwritten)};
}

NamedArgument read_argument(const std::string& name, const CaseValue& value) {
    NamedArgument argument{name, Unwritten{}, 0, std::nullopt};
    if (value.is_text()) {
        argument.given = read_text_argument(value);
    } else if (value.is_list()) {
        argument.given = listed(value, read_values(value), std::nullopt);
    } else if (!value.is_object()) {
        const auto literal = read_literal(value);
        if (!literal) value.complain("an argument is expected");
        argument.given = ScalarLiteral{literal.value_or("0")};
    } else {
        value.allow(argument_members);
        int forms = 0;
        for (const std::string_view form : {"values", "bits", "recipe", "unwritten", "alias", "scalar"})
            forms += value.has(form) ? 1 : 0;
        if (forms != 1) value.complain("one of values, bits, recipe, unwritten, alias and scalar is expected");
        argument.given = read_object_given(value);
        if (const auto offset = value.find("byte_offset"))
            argument.byte_offset = offset->integer(-most_bytes, most_bytes);
        if (const auto type = value.find("type")) {
            argument.element = scalar_type(type->text());
            if (!argument.element) type->complain("no such element type");
        }
    }
    return argument;
}

std::vector<IndexRange> read_undefined(const CaseValue& value) {
    const auto undefined = value.find("undefined");
    if (!undefined) return {};
    const auto ranges = parse_ranges(undefined->text());
    if (!ranges) undefined->complain("ascending numbers and ranges are expected, as in \"3,5-7\"");
    return ranges.value_or(std::vector<IndexRange>());
}

/// The values of a list, of a recipe's text, or of the object that holds them as values, bits or recipe.
Content read_content(const CaseValue& value) {
    if (value.is_list()) return read_values(value);
    if (value.is_text()) return read_recipe(value);
    int forms = 0;
    for (const std::string_view form : {"values", "bits", "recipe"}) forms += value.has(form) ? 1 : 0;
    if (forms != 1) value.complain("a list, a recipe, or one of values, bits and recipe is expected");
    if (const auto values = value.find("values")) return read_values(*values);
    if (const auto bits = value.find("bits")) return read_bits(*bits);
    if (const auto recipe = value.find("recipe")) return read_recipe(*recipe);
    return ListedValues{};
}

SingleExpectation read_single(const CaseValue& value) {
    if (!value.is_object()) return ExpectContent{read_content(value), std::nullopt, {}};
    value.allow(expectation_members);
    if (value.has("anyOf")) value.complain("anyOf stands alone and once");
    std::vector<IndexRange> undefined = read_undefined(value);
    const auto low = value.find("low");
    const auto high = value.find("high");
    if (low || high) {
        value.require("low");
        value.require("high");
        for (const std::string_view other : {"values", "bits", "recipe", "ulp"})
            if (value.has(other)) value.complain(fmt::format("an enclosure has no '{}'", other));
        if (!low || !high) return ExpectContent{};
        return ExpectEnclosure{read_content(*low), read_content(*high), std::move(undefined)};
    }
    ExpectContent content{read_content(value), std::nullopt, std::move(undefined)};
    if (const auto ulp = value.find("ulp"))
        content.ulp = static_cast<std::uint64_t>(ulp->integer(0, std::numeric_limits<std::int64_t>::max()));
    return content;
}

Expectation read_expectation(const CaseValue& value) {
    constexpr std::uint64_t widest = engine::EnclosedComparison::widest;
    if (value.is_text() && value.text() == "unchanged") return ExpectUnchanged{};
    if (value.is_text() && value.text() == "enclosure") return ExpectComputedEnclosure{widest, {}};
    if (const auto steps = value.find("enclosure")) {
        value.allow(enclosure_members);
        return ExpectComputedEnclosure{
            static_cast<std::uint64_t>(steps->integer(1, std::numeric_limits<std::int64_t>::max())),
            read_undefined(value)};
    }
    if (const auto any = value.find("anyOf"); any && value.json().size() == 1) {
        ExpectAnyOf choices;
        for (const CaseValue& choice : any->list()) choices.choices.push_back(read_single(choice));
        if (choices.choices.size() < 2) any->complain("at least two choices are expected");
        return choices;
    }
    return std::visit([](auto expectation) { return Expectation(std::move(expectation)); }, read_single(value));
}

std::vector<GridExpression> read_grid(const CaseValue& value) {
    std::vector<std::string> texts;
    for (const CaseValue& item : value.is_list() ? value.list() : std::vector<CaseValue>{value})
        texts.push_back(item.is_text() ? item.text()
                                       : fmt::format("{}", item.integer(0, std::numeric_limits<std::int64_t>::max())));
    auto grid = parse_grid(fmt::format("{}", fmt::join(texts, ",")));
    if (grid) return std::move(*grid);
    value.complain(grid.error().text);
    return {};
}

}  // namespace

std::vector<int> read_lanes(const CaseValue& value) {
    std::vector<int> lanes;
    for (const CaseValue& item : value.list()) {
        const auto width = static_cast<int>(item.integer(32, 64));
        if ((width != 32 && width != 64) || std::ranges::find(lanes, width) != lanes.end())
            item.complain("32 and 64 are expected, each once");
        lanes.push_back(width);
    }
    if (lanes.empty()) value.complain("at least one width is expected");
    return lanes;
}

std::vector<NamedValue> read_named_integers(const CaseValue& value, std::int64_t least) {
    std::vector<NamedValue> named;
    for (const CaseValue::Member& member : value.members())
        named.push_back({member.name, member.value.integer(least, std::numeric_limits<std::int64_t>::max())});
    return named;
}

CaseLaunch read_launch(const CaseValue& value, CaseKind kind, const std::vector<int>& lanes,
                       const std::vector<NamedValue>& settings) {
    value.allow(launch_members);
    value.require("arguments");
    CaseLaunch launch{"", lanes, settings, {}, {}};
    if (const auto name = value.find("name")) launch.name = name->text();
    if (const auto own = value.find("lanes")) {
        launch.lanes = read_lanes(*own);
        for (const int width : launch.lanes)
            if (std::ranges::find(lanes, width) == lanes.end()) own->complain("the case does not hold at this width");
    }
    if (const auto set = value.find("set"))
        for (NamedValue& setting : read_named_integers(*set, std::numeric_limits<std::int64_t>::min())) {
            std::erase_if(launch.settings, [&](const NamedValue& other) { return other.name == setting.name; });
            launch.settings.push_back(std::move(setting));
        }
    if (const auto dims = value.find("dims")) launch.launch.dims = read_named_integers(*dims, 0);
    if (const auto grid = value.find("grid")) launch.launch.grid = read_grid(*grid);
    if (const auto arguments = value.find("arguments"))
        for (const CaseValue::Member& member : arguments->members())
            launch.launch.arguments.push_back(read_argument(member.name, member.value));
    const auto expect = value.find("expect");
    if (!expect) {
        if (kind == CaseKind::run) value.require("expect");
        return launch;
    }
    if (kind != CaseKind::run) expect->complain("only a launch of kind run has expectations");
    for (const CaseValue::Member& member : expect->members())
        launch.expect.push_back({member.name, read_expectation(member.value)});
    if (launch.expect.empty()) expect->complain("at least one expectation is expected");
    return launch;
}

}  // namespace phobos::io
