#pragma once

#include "app/cli/parts/part_file.h"
#include "app/cli/process.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace loupe::test {

using CommandWords = std::vector<std::string>;

inline CommandWords joined(CommandWords words, const CommandWords& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

inline std::string partName(const TemporaryFolder& folder, std::size_t part)
{
    return (folder.path() / ("p" + std::to_string(part) + ".json")).string();
}

/// Writes all parts in a random order. Returns their paths in another random order.
inline CommandWords writeParts(const TemporaryFolder& folder, const CommandWords& command, std::size_t parts)
{
    CommandWords paths;
    for (std::size_t part = 1; part <= parts; ++part)
        paths.push_back(partName(folder, part));
    std::mt19937 random(static_cast<unsigned>(parts));
    std::ranges::shuffle(paths, random);
    for (const std::string& path : paths) {
        const std::string number = path.substr(path.rfind('p') + 1, path.rfind('.') - path.rfind('p') - 1);
        const Outcome outcome =
            tloupe(joined(command, {"--part", number + '/' + std::to_string(parts), "-o", path, "--force"}));
        EXPECT_TRUE(outcome.status == 0 || outcome.status == 3) << outcome.error;
        EXPECT_EQ(outcome.out, "");
    }
    std::ranges::shuffle(paths, random);
    return paths;
}

inline std::string textOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Rewrites a part with other content and a matching digest.
inline void rewrite(const std::string& path, const std::function<void(PartFile&)>& change)
{
    auto part = readPart(path);
    ASSERT_TRUE(part) << describe(part.error());
    change(*part);
    std::ofstream(path, std::ios::binary) << partText(*part);
}

} // namespace loupe::test
