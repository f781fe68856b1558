// Files next to a folder's model are not part of any answer, and each answer says so.

#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* note = "optimizer.pt is not part of the model; open it by itself";

class FolderOfTrainer : public testing::Test {
protected:
    void SetUp() override
    {
        m_folder.write("model.safetensors", safetensorsOf({{"w", "F32", "[2]", packedBytes<float>({1, 2})}}));
        m_folder.write("optimizer.pt", readFile(dataPath("torch/state-dict.pt")));
        m_folder.write("scheduler.pt", readFile(dataPath("torch/state-dict.pt")));
    }

    std::string path() const { return m_folder.path().string(); }

    TemporaryFolder m_folder;
};

} // namespace

TEST_F(FolderOfTrainer, EachTextNamesWhatIsNotRead)
{
    const std::vector<std::vector<std::string>> verbs{{"info", path()}, {"validate", path()}, {"check", path()},
        {"scan", path()}, {"scan", "--csv", path()}, {"scan", "--by-role", path()}, {"stats", path()},
        {"stats", "--csv", path()}, {"hash", path()}, {"hash", "--tensors", path()}, {"diff", path(), path()},
        {"diff", "--csv", path(), path()}, {"convert", path(), path() + "/out.bt"}};
    for (const auto& arguments : verbs) {
        const Outcome outcome = tloupe(arguments);
        EXPECT_EQ(outcome.status, 0) << arguments.front() << outcome.error;
        EXPECT_THAT(outcome.out + outcome.error, HasSubstr(note)) << arguments.front() << ' ' << arguments[1];
    }
}

TEST_F(FolderOfTrainer, EachDocumentNamesWhatIsNotRead)
{
    const json names{"optimizer.pt"};
    EXPECT_EQ(tloupe({"scan", "--by-role", "--json", path()}).json()["unread"], names);
    for (const char* const verb : {"info", "scan", "stats"})
        EXPECT_EQ(tloupe({verb, "--json", path()}).json()["unread"], names) << verb;
    EXPECT_EQ(tloupe({"hash", "--json", path()}).json()["unread"], json{path() + "/optimizer.pt"});
    const std::string model = path() + "/model.safetensors";
    EXPECT_EQ(tloupe({"diff", "--json", path(), model}).json()["unread"], json({names, json::array()}));
    EXPECT_FALSE(tloupe({"scan", "--json", model}).json().contains("unread"));
    EXPECT_THAT(tloupe({"scan", "--sarif", path()}).out, HasSubstr(note));
}

/// A folder with only training arguments has no values, which must not count as healthy.
TEST(FolderOfState, WithoutValuesIsNotClean)
{
    const TemporaryFolder folder;
    folder.write("optimizer.pt", readFile(dataPath("torch/state-dict.pt")));
    EXPECT_EQ(tloupe({"scan", "--json", folder.path().string()}).json()["tensors"].size(),
        tloupe({"info", "--json", folder.path().string() + "/optimizer.pt"}).json()["tensors"].size());
    const auto empty = folder.write("empty.safetensors", safetensorsOf({}, R"({"lr":"1"})"));
    EXPECT_EQ(tloupe({"scan", empty.string()}).out, "0 tensors scanned: no values were read.\n");
    std::filesystem::remove(empty);
    std::filesystem::rename(folder.path() / "optimizer.pt", folder.path() / "scheduler.pt");
    const Outcome refused = tloupe({"scan", folder.path().string()});
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.error, HasSubstr("state of a trainer: scheduler.pt; each opens by itself"));
}

TEST_F(FolderOfTrainer, EachFileOfItOpensByItself)
{
    for (const char* const name : {"/optimizer.pt", "/scheduler.pt"}) {
        const Outcome outcome = tloupe({"info", "--json", path() + name});
        EXPECT_EQ(outcome.status, 0) << name;
        EXPECT_FALSE(outcome.json()["tensors"].empty()) << name;
    }
}

} // namespace loupe::test
