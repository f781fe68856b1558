// All libraries are linked into one program and share one namespace. If two types had the same name, the linker would
// merge their inline and template code, such as the destructor of a vector of them, and only a crash would reveal it.

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
    // Matches only at the start of a line, that is, in the namespace, not in a class. Forward declarations end with a
    // semicolon, so they do not match.
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
