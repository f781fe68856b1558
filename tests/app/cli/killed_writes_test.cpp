// Sends SIGKILL at random moments of every kind of write, except those of convert_safety_test.cpp and
// in_place_test.cpp. Either the old file or the new one must be left, complete. LOUPE_KILL_ROUNDS=N kills each kind N
// times.

#include "app/cli/child.h"
#include "app/cli/process.h"
#include "support/file_content.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <random>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

struct Kind {
    std::string name;
    std::string output; ///< the file, or the folder with a slash
    std::vector<std::string> before; ///< arguments before the model's path
    std::vector<std::string> after; ///< arguments after it
};

void PrintTo(const Kind& kind, std::ostream* stream)
{
    *stream << kind.name;
}

class KilledWrites : public testing::TestWithParam<Kind> {
protected:
    static constexpr std::size_t rows = 150'000;

    /// Three tensors of floats, 600 KB each, all with the same value. The last one is truncated if the command
    /// salvages.
    fs::path writeModel(const std::string& name, float value) const
    {
        const std::vector<float> values(rows, value);
        const std::string bytes(reinterpret_cast<const char*>(values.data()), rows * sizeof(float));
        std::string header = "{";
        for (std::size_t i = 0; i < 3; ++i) {
            header += (i == 0 ? R"("t)" : R"(,"t)") + std::to_string(i) + R"(":{"dtype":"F32","shape":[)"
                + std::to_string(rows) + R"(],"data_offsets":[)" + std::to_string(i * bytes.size()) + ','
                + std::to_string((i + 1) * bytes.size()) + "]}";
        }
        header += '}';
        const std::uint64_t length = header.size();
        const std::size_t lost = GetParam().name == "salvage" ? 1 : 0;
        return m_folder.write(
            name, std::string(reinterpret_cast<const char*>(&length), 8) + header + bytes + bytes + bytes.substr(lost));
    }
    std::vector<std::string> arguments(const std::string& model) const
    {
        std::vector<std::string> all = GetParam().before;
        all.push_back(model);
        all.insert(all.end(), GetParam().after.begin(), GetParam().after.end());
        return all;
    }
    /// The output files: name -> content, without temporary ones.
    std::map<std::string, std::string> written() const
    {
        std::map<std::string, std::string> found;
        const fs::path output = m_folder.path() / GetParam().output;
        if (output.has_filename()) {
            if (fs::exists(output))
                found[output.filename()] = readFile(output);
            return found;
        }
        if (!fs::exists(output))
            return found;
        for (const auto& entry : fs::directory_iterator(output)) {
            if (!entry.path().filename().string().starts_with('.'))
                found[entry.path().filename()] = readFile(entry.path());
        }
        return found;
    }
    std::size_t leftovers() const
    {
        std::size_t count = 0;
        for (const auto& entry : fs::recursive_directory_iterator(m_folder.path()))
            count += entry.path().filename().string().find(".part") != std::string::npos;
        return count;
    }

    TemporaryFolder m_folder;
};

TEST_P(KilledWrites, LeaveAWholeOldFileOrAWholeNewOne)
{
    writeModel("base.safetensors", 0.0F);
    writeModel("a.safetensors", 1.5F);
    writeModel("b.safetensors", 2.5F);
    const auto save = [&](std::size_t which) { return arguments(which == 0 ? "a.safetensors" : "b.safetensors"); };
    std::map<std::string, std::string> contents[2];
    std::chrono::microseconds whole{0};
    for (const std::size_t which : {std::size_t{1}, std::size_t{0}}) {
        const auto begin = std::chrono::steady_clock::now();
        ASSERT_LE(Child(m_folder.path(), save(which)).wait(), 1);
        whole = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
        contents[which] = written();
    }
    ASSERT_FALSE(contents[0].empty());
    ASSERT_NE(contents[0], contents[1]);
    std::mt19937_64 random(5);
    std::size_t killed = 0;
    std::size_t renewed = 0;
    const std::size_t rounds = killRounds(12);
    for (std::size_t i = 0; i < rounds; ++i) {
        const auto before = written();
        Child child(m_folder.path(), save((i + 1) % 2));
        if (child.killAfter(std::chrono::microseconds(random() % static_cast<std::uint64_t>(whole.count() + 1))))
            ++killed;
        else
            whole -= whole / 4; // the machine is faster than in the first run
        const auto found = written();
        renewed += found != before;
        ASSERT_EQ(found.size(), contents[0].size()) << "after round " << i;
        for (const auto& [name, content] : found) {
            ASSERT_TRUE(content == contents[0].at(name) || content == contents[1].at(name))
                << name << " after round " << i << ": " << content.size() << " bytes";
        }
    }
    std::printf("%s: %zu of %zu runs killed, %zu left new files\n", GetParam().name.c_str(), killed, rounds, renewed);
    std::fflush(stdout); // otherwise the next child would print it, too
    EXPECT_GT(killed, 0U) << "it was not killed where it should have been";
    ASSERT_LE(Child(m_folder.path(), save(1)).wait(), 1);
    EXPECT_TRUE(written() == contents[1]);
    EXPECT_EQ(leftovers(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, KilledWrites,
    testing::Values(Kind{"bt", "out.bt", {"export"}, {"-o", "out.bt", "--force"}},
        Kind{"safetensors", "out.safetensors", {"export"}, {"-o", "out.safetensors", "--force"}},
        Kind{"npz", "out.npz", {"export"}, {"-o", "out.npz", "--force"}},
        Kind{"npy", "out.npy", {"export"}, {"t1", "-o", "out.npy", "--force"}},
        Kind{"raw", "out.raw", {"export"}, {"t1", "-o", "out.raw", "--force"}},
        Kind{"csv", "out.csv", {"export"}, {"t1", "-o", "out.csv", "--force"}},
        Kind{"folder", "out/", {"export"}, {"-o", "out/", "--force"}},
        Kind{"cast", "out.safetensors", {"convert"}, {"out.safetensors", "--dtype", "BF16", "--force"}},
        Kind{"salvage", "out.safetensors", {"convert", "--salvage"}, {"out.safetensors", "--force"}},
        Kind{"report", "out.html", {"diff", "base.safetensors"}, {"--html", "out.html", "--force"}},
        Kind{"difference", "out.bt", {"diff", "base.safetensors"}, {"--export-difference", "out.bt", "--force"}}),
    [](const auto& kind) { return kind.param.name; });

} // namespace

} // namespace loupe::test
