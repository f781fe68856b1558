// Tests that tests/README.md lists no tests that were renamed or removed.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The matches of `pattern` in `text`, with groups joined by dots.
std::set<std::string> found(const std::string& text, const std::regex& pattern)
{
    std::set<std::string> names;
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
        names.insert((*match)[2].matched ? (*match)[1].str() + '.' + (*match)[2].str() : (*match)[1].str());
    return names;
}

std::set<std::string> allTests()
{
    static const std::regex test("\\nTEST(?:_F|_P|)\\((\\w+),\\s*(\\w+)\\)");
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LOUPE_SOURCE_DIR) / "tests")) {
        if (entry.path().extension() == ".cpp")
            names.merge(found(contentOf(entry.path()), test));
    }
    return names;
}

TEST(TestTable, NamesTestsThatExist)
{
    const std::set<std::string> tests = allTests();
    const auto named =
        found(contentOf(fs::path(LOUPE_SOURCE_DIR) / "tests/README.md"), std::regex("`([A-Z]\\w*\\.[\\w*]+)`"));
    EXPECT_GT(named.size(), 50U);
    for (const std::string& name : named) {
        // `Suite.*` and `Suite.Begin*` match all tests with this prefix.
        const std::size_t star = name.find('*');
        const auto first = tests.lower_bound(name.substr(0, star));
        const bool isThere = first != tests.end()
            && (star == std::string::npos ? *first == name : first->starts_with(name.substr(0, star)));
        EXPECT_TRUE(isThere) << name;
    }
}

TEST(TestTable, NamesFuzzTargetsThatExist)
{
    const fs::path tests = fs::path(LOUPE_SOURCE_DIR) / "tests";
    const auto named = found(contentOf(tests / "README.md"), std::regex("`fuzz/(\\w+_fuzz)`"));
    EXPECT_GT(named.size(), 2U);
    for (const std::string& name : named)
        EXPECT_TRUE(fs::exists(tests / "fuzz" / (name + ".cpp"))) << name;
}

} // namespace
