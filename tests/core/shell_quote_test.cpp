#include "core/text/shell_quote.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe {
namespace {

/// The words that the shell passes to printf, each followed by a newline and a full stop.
std::string readBack(const std::string& shell, const std::vector<std::string>& words)
{
    const auto script = std::filesystem::path(testing::TempDir()) / ("quoted." + shell);
    std::FILE* const file = std::fopen(script.c_str(), "wb");
    std::fputs("printf '%s\\n.'", file);
    for (const std::string& word : words)
        std::fprintf(file, " %s", shellQuoted(word).c_str());
    std::fputs("\n", file);
    std::fclose(file);
    std::string text;
    std::FILE* const output = ::popen((shell + " '" + script.string() + "'").c_str(), "r");
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output))
        text += static_cast<char>(c);
    EXPECT_EQ(::pclose(output), 0) << shell;
    std::filesystem::remove(script);
    return text;
}

TEST(ShellQuote, PlainWordsStayAsTheyAre)
{
    for (const char* const word :
        {"model.layers.0.q_proj.weight", "--view", "/data/a-b_c.pt", "https://x.org:80/a@b+c"})
        EXPECT_EQ(shellQuoted(word), word);
    EXPECT_EQ(shellQuoted(""), "''");
    EXPECT_EQ(shellQuoted("=x"), "'=x'");
    EXPECT_EQ(shellQuoted("it's"), "'it'\\''s'");
}

TEST(ShellQuote, EveryShellReadsTheSameWords)
{
    std::vector<std::string> words{"", " ", "two words", "it's", "''", "a''b", "\\", "\\'", "'\\n", "a\\\\b\\",
        "\"$HOME\"", "$(touch x)", "`id`", "${x}", "~", "~root", "*", "?", "[0-9]", "{a,b}", "%1", "^x", "=ls", "!!",
        "!x", "#x", "a#b", "-n", "--", "a;b", "a|b", "a&b", "a>b", "(x)", "line\nbreak", "\n", "ends\n", "\t", "\r\n",
        "ä€𝄞", "\u202ex", "\x7f", "\xc2\x9b", "\xff\xfe", "x\xc2", "a=b", "\x1b[201~\x03rm", "%s%d\\x"};
    std::string every;
    for (int byte = 1; byte < 256; ++byte)
        every += static_cast<char>(byte);
    words.push_back(every);
    std::string expected;
    for (const std::string& word : words)
        expected += word + "\n.";
    for (const char* const shell : {"bash", "zsh", "fish", "sh"})
        EXPECT_EQ(readBack(shell, words), expected) << shell;
}

TEST(ShellQuote, ATerminalGetsNothingToActOn)
{
    std::string every;
    for (int byte = 1; byte < 256; ++byte)
        every += static_cast<char>(byte);
    for (const char c : shellQuoted(every + "\xc2\x80\xc2\x9f")) {
        const auto byte = static_cast<unsigned char>(c);
        EXPECT_TRUE(c == '\n' || (byte >= 0x20 && byte < 0x7f)) << int(byte);
    }
}

} // namespace
} // namespace loupe
