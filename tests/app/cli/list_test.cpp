// Tests the order, number and columns of lists against a sort of the same figures in JSON.

#include "app/cli/process.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* tiny = "bintensors/gpt2-tiny.bt";

std::vector<json> tensorsOf(const std::vector<std::string>& arguments)
{
    const Outcome outcome = tloupe(arguments);
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << outcome.error;
    const json document = outcome.json();
    return document["tensors"].get<std::vector<json>>();
}

std::vector<std::string> namesOf(const std::vector<json>& tensors)
{
    std::vector<std::string> names;
    for (const json& tensor : tensors)
        names.push_back(tensor["name"]);
    return names;
}

/// The tensors that `arguments` list without --sort, sorted here by a JSON member; null comes last.
std::vector<std::string> sorted(const std::vector<std::string>& arguments, const std::string& member, bool descending)
{
    std::vector<json> tensors = tensorsOf(arguments);
    std::ranges::stable_sort(tensors, [&](const json& one, const json& other) {
        const json& a = one[member];
        const json& b = other[member];
        if (a.is_null() || b.is_null())
            return !a.is_null();
        return descending ? b < a : a < b;
    });
    return namesOf(tensors);
}

struct Sorting {
    std::vector<std::string> arguments;
    std::string key;
    std::string member; ///< of the JSON object
};

std::vector<Sorting> sortings()
{
    const std::vector<std::string> info{"info", "--json", tiny};
    const std::vector<std::string> stats{"stats", "--json", "--bins", "0", tiny};
    const std::vector<std::string> scan{"scan", "--json", tiny};
    return {{info, "size", "bytes"}, {info, "params", "elements"}, {stats, "params", "elements"}, {stats, "max", "max"},
        {stats, "std", "std"}, {stats, "zero", "zero"}, {scan, "largest_magnitude", "largest_magnitude"},
        {scan, "mean", "mean"}};
}

TEST(Lists, AreSortedByWhatJsonSays)
{
    for (Sorting sorting : sortings()) {
        for (const bool descending : {false, true}) {
            const auto expected = sorted(sorting.arguments, sorting.member, descending);
            auto arguments = sorting.arguments;
            arguments.insert(arguments.end(), {"--sort", (descending ? "-" : "") + sorting.key});
            EXPECT_EQ(namesOf(tensorsOf(arguments)), expected) << sorting.arguments.front() << ' ' << arguments.back();
            arguments.insert(arguments.end(), {"--top", "3"});
            EXPECT_EQ(namesOf(tensorsOf(arguments)), std::vector(expected.begin(), expected.begin() + 3));
        }
    }
}

TEST(Lists, NamesAreInNaturalOrder)
{
    const TemporaryFolder folder;
    const std::string header = R"({"l.10":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                               R"("l.2":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},)"
                               R"("l.1":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})";
    std::string length(8, '\0');
    length[0] = static_cast<char>(header.size());
    const std::string path = folder.write("layers.safetensors", length + header + "abc").string();
    EXPECT_THAT(namesOf(tensorsOf({"info", "--json", path, "--sort", "name"})), ElementsAre("l.1", "l.2", "l.10"));
    EXPECT_THAT(namesOf(tensorsOf({"info", "--json", path, "--sort", "-offset"})), ElementsAre("l.1", "l.2", "l.10"));
    EXPECT_THAT(namesOf(tensorsOf({"info", "--json", path, "--top", "2"})), ElementsAre("l.10", "l.2"));
    EXPECT_EQ(tloupe({"info", path, "--top", "0"}).status, 2);
}

TEST(Lists, TextHasTheSameRowsAsJson)
{
    const auto names = namesOf(tensorsOf({"scan", "--json", tiny, "--sort", "-std", "--top", "4"}));
    const std::string text = tloupe({"scan", tiny, "--sort", "-std", "--top", "4", "--columns", "name"}).out;
    std::string expected = "  TENSOR\n";
    for (const std::string& name : names)
        expected += "  " + name + '\n';
    EXPECT_THAT(text, testing::StartsWith(expected + "\n"));
    const std::size_t all = tensorsOf({"scan", "--json", tiny}).size();
    EXPECT_THAT(text, HasSubstr(' ' + std::to_string(all - 4) + " more are not listed (--top)."));
    EXPECT_THAT(tloupe({"scan", tiny, "--sort", "-std"}).out, Not(HasSubstr("not listed")));
}

TEST(Lists, FiguresHaveTheirPointsBelowEachOther)
{
    const std::string text = tloupe({"stats", tiny, "--columns", "max,name", "--top", "6"}).out;
    const auto json = tensorsOf({"stats", "--json", tiny, "--top", "6"});
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line); // the heading
    std::set<std::size_t> points;
    for (const auto& tensor : json) {
        ASSERT_TRUE(std::getline(lines, line));
        const std::size_t begin = line.find_first_not_of(' ');
        const std::string figure = line.substr(begin, line.find(' ', begin) - begin);
        EXPECT_NEAR(std::stod(figure), tensor["max"].get<double>(), 1e-5 * std::abs(tensor["max"].get<double>()));
        // The last digit of an integer aligns with the decimal points of the others.
        points.insert(begin + std::min(figure.find_first_of(".e"), figure.size()));
    }
    EXPECT_EQ(points.size(), 1U) << text;
}

TEST(Lists, ColumnsAreThoseThatAreNamed)
{
    const std::string info = tloupe({"info", tiny, "--sort", "-size", "--top", "1", "--columns", "Offset,NAME"}).out;
    EXPECT_THAT(info, HasSubstr("OFFSET  NAME\n"));
    EXPECT_THAT(tloupe({"stats", tiny, "--columns", "name,q0.5", "--top", "1"}).out, HasSubstr("TENSOR"));
    EXPECT_THAT(tloupe({"stats", tiny, "--columns", "null", "--top", "1"}).out, HasSubstr("NULL"))
        << "a column that is asked for is not omitted";
}

TEST(Lists, FamiliesAreTheTensorsWithoutNumbersOfBlocks)
{
    struct Role {
        std::uint64_t tensors = 0;
        std::uint64_t parameters = 0;
        std::uint64_t bytes = 0;
        bool operator==(const Role&) const = default;
    };
    std::map<std::string, Role> expected;
    const std::string block = "h.{0…2}.";
    for (const json& tensor : tensorsOf({"info", "--json", tiny})) {
        std::string name = tensor["name"];
        if (name.starts_with("h."))
            name = block + name.substr(std::string("h.0.").size());
        Role& role = expected[name];
        ++role.tensors;
        role.parameters += tensor["elements"].get<std::uint64_t>();
        role.bytes += tensor["bytes"].get<std::uint64_t>();
    }
    const json document = tloupe({"info", "--json", "--families", tiny}).json();
    EXPECT_FALSE(document.contains("tensors"));
    std::map<std::string, Role> found;
    for (const json& role : document["families"])
        found[role["name"]] = {role["tensors"], role["parameters"], role["bytes"]};
    EXPECT_EQ(found, expected);

    const std::string text = tloupe({"info", "--families", "--filter", "ln_1", tiny}).out;
    EXPECT_THAT(text,
        HasSubstr("Families\n"
                  "  NAME                 COUNT  DTYPE  SHAPE  PARAMETERS  BYTES\n"
                  "  h.{0…2}.ln_1.bias        3  F32    [32]           96    384  384 B\n"
                  "  h.{0…2}.ln_1.weight      3  F32    [32]           96    384  384 B\n"));
    EXPECT_THAT(tloupe({"info", "--families", tiny, "--columns", "count,name"}).out, HasSubstr("    1  wte\n"));
}

TEST(Lists, WhatIsNotKnownIsWrongUsage)
{
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
        {{"info", tiny, "--sort", "max"}, "--sort: unknown key \"max\", expected one of name, size, params, offset"},
        {{"stats", tiny, "--sort", "q0.3"}, "--sort: unknown key \"q0.3\""},
        {{"scan", tiny, "--top", "-1"}, "--top: is \"-1\""},
        {{"scan", tiny, "--columns", "name,"}, "--columns: has no column \"\""},
        {{"diff", tiny, tiny, "--columns", "shap"}, "--columns: has no column \"shap\""},
    };
    for (const auto& [arguments, message] : wrong) {
        const Outcome outcome = tloupe(arguments);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_THAT(outcome.error, HasSubstr(message));
    }
}

} // namespace

} // namespace loupe::test
