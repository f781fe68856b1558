// The manual's page about models lists the recognized families.

#include "core/text/text.h"
#include "insight/known_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

namespace loupe {
namespace {

using test::KnownModel;
using test::knownModels;

TEST(ManualOfModels, HasATableOfPublishedOnes)
{
    std::ifstream file(LOUPE_MODEL_PAGE);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    for (const KnownModel& known : knownModels()) {
        const auto family = std::ranges::find(modelFamilies(), known.family, &ModelFamily::id);
        ASSERT_NE(family, modelFamilies().end()) << known.family;
        const auto cell = [](std::uint64_t number) { return number > 0 ? formatCount(number) : std::string(); };
        std::string heads = cell(known.heads);
        if (known.keyHeads > 0 && known.keyHeads != known.heads)
            heads += " (" + cell(known.keyHeads) + ')';
        std::string row = "| " + known.name + " | " + std::string(family->title);
        for (const std::string& text :
            {cell(known.parameters), known.active == known.parameters ? std::string() : cell(known.active),
                cell(known.layers), cell(known.hidden), heads, cell(known.experts)})
            row += " | " + text;
        EXPECT_NE(page.find(row + " |\n"), std::string::npos) << row;
    }
}

/// Models of text, speech and images are in its table, or else in the list below it, by their titles.
TEST(ManualOfModels, ListsTheOtherFamilies)
{
    std::ifstream file(LOUPE_MODEL_PAGE);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    const std::string begin = "- models of text and images: ";
    const std::size_t at = page.find(begin);
    ASSERT_NE(at, std::string::npos);
    const std::size_t first = at + begin.size();
    std::istringstream words(page.substr(first, page.find(';', first) - first));
    std::string list; // on one line
    for (std::string word; words >> word;)
        list.append(list.empty() ? "" : " ").append(word);
    std::set<std::string> listed;
    for (std::size_t next = 0; next < list.size();) {
        const std::size_t end = std::min(list.find(", ", next), list.size());
        listed.insert(list.substr(next, end - next));
        next = end + 2;
    }
    std::set<std::string> inTable;
    for (const KnownModel& known : knownModels())
        inTable.insert(known.family);
    std::set<std::string> others;
    for (const ModelFamily& family : modelFamilies()) {
        using enum ModelKind;
        constexpr std::array kinds{
            Decoder, StateSpace, Encoder, EncoderDecoder, Speech, AudioEncoder, TextAndImage, Vision};
        if (std::ranges::find(kinds, family.kind) != kinds.end() && !inTable.contains(std::string(family.id)))
            others.emplace(family.title);
    }
    EXPECT_EQ(listed, others);
}

} // namespace
} // namespace loupe
