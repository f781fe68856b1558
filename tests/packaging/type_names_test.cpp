// All libraries end up in one program, in one namespace: two types of one name there share what the compiler makes of
// them, such as how a vector of them is destroyed, and only a crash tells.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

TEST(TypeNames, EachIsDefinedInOneHeader)
{
    // At the beginning of a line: in the namespace, not in a class. What is only declared ends with a semicolon.
    static const std::regex definition("^(?:struct|class|enum class|union) (\\w+)(?: final)?(?: :.*|\\s*\\{.*)?$");
    std::map<std::string, std::string> homes;
    for (const char* const folder : {"model", "views", "app"}) {
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(LOUPE_SOURCE_DIR) / folder)) {
            if (entry.path().extension() != ".h")
                continue;
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);) {
                std::smatch match;
                if (!std::regex_match(line, match, definition) || line.ends_with(';'))
                    continue;
                const auto [home, isNew] = homes.emplace(match[1], entry.path().string());
                EXPECT_TRUE(isNew || home->second == entry.path())
                    << match[1] << " is in " << home->second << " and in " << entry.path();
            }
        }
    }
    EXPECT_GT(homes.size(), 400U);
}

TEST(TypeNames, ItemModelsAreCalledSo)
{
    static const std::regex definition("^class (\\w+)(?: final)? : public (\\w+Model)\\b.*$");
    int models = 0;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LOUPE_SOURCE_DIR) / "model" / "items")) {
        if (entry.path().extension() != ".h")
            continue;
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);) {
            std::smatch match;
            if (!std::regex_match(line, match, definition))
                continue;
            ++models;
            EXPECT_TRUE(match[1].str().ends_with("Model")) << match[1] << " in " << entry.path();
        }
    }
    EXPECT_GT(models, 10);
}

} // namespace
