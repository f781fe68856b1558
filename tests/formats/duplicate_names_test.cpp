#include "formats/shared/duplicate_names.h"

#include <random>
#include <string>
#include <unordered_map>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

std::vector<Tensor> named(const std::vector<std::string>& names)
{
    std::vector<Tensor> tensors(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        tensors[i].name = names[i];
    return tensors;
}

} // namespace

TEST(DuplicateNames, AreFoundAsAMapFindsThem)
{
    std::mt19937 random(7);
    for (const unsigned count : {0U, 1U, 2U, 63U, 64U, 65U, 1000U, 20000U}) {
        std::vector<std::string> names;
        for (unsigned i = 0; i < count; ++i)
            names.push_back("layer." + std::to_string(random() % (count * 2)) + std::string(random() % 20, 'x'));
        std::unordered_map<std::string, std::uint32_t> first;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (const auto [place, isNew] = first.try_emplace(names[i], i); !isNew)
                expected.emplace_back(place->second, i);
        }
        std::vector<std::pair<std::uint32_t, std::uint32_t>> got;
        for (const DuplicateName& duplicate : duplicateNames(named(names)))
            got.emplace_back(duplicate.earlier, duplicate.later);
        EXPECT_EQ(got, expected);
    }
}

TEST(DuplicateNames, DistinguishSimilarNames)
{
    using namespace std::string_literals;
    EXPECT_TRUE(duplicateNames(named({"", "a", "a\0"s, "a\0\0"s, "aaaaaaaa", "aaaaaaaaa", "aaaaaaaa\0"s})).empty());
    EXPECT_EQ(duplicateNames(named({"", "x", ""})).size(), 1U);
}

} // namespace loupe::test
