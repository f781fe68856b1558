#include "app/cli/command_line/argument_text.h"

#include "core/remote/remote_files.h"

#include <charconv>
#include <limits>

namespace loupe {

namespace {

/// Undoes shielded().
void unshield(std::string& text)
{
    if (text.ends_with('\0'))
        text.pop_back();
}

bool isNumber(std::string_view text, std::uint64_t least, std::uint64_t most)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
}

} // namespace

std::string shielded(std::string argument)
{
    const bool list = argument.starts_with('[') && argument.ends_with(']');
    const bool noValue = argument.empty() || (argument.starts_with("--") && argument.ends_with('='));
    if (argument == "%%" || list || noValue)
        argument += '\0';
    return argument;
}

CLI::Validator literal()
{
    return {[](std::string& text) {
                unshield(text);
                return std::string();
            },
        ""};
}

CLI::Validator input()
{
    return {[](std::string& text) -> std::string {
                unshield(text);
                text = publicName(text);
                return whyNotInput(text);
            },
        ""};
}

CLI::Validator outputPath()
{
    return {[](std::string& text) -> std::string {
                unshield(text);
                return whyNotOutput(text);
            },
        ""};
}

CLI::Validator number(std::uint64_t least, std::uint64_t most)
{
    return {[least, most](std::string& text) -> std::string {
                unshield(text);
                if (isNumber(text, least, most))
                    return {};
                return "is \"" + text + "\", expected a number from " + std::to_string(least) + " to "
                    + std::to_string(most);
            },
        ""};
}

CLI::Validator positiveNumber()
{
    return {[](std::string& text) -> std::string {
                unshield(text);
                if (isNumber(text, 1, std::numeric_limits<std::uint64_t>::max()))
                    return {};
                return "is \"" + text + "\", expected a positive number";
            },
        ""};
}

std::string whyNotInput(std::string_view path)
{
    return path == "-"
        ? "is \"-\", and standard input is not supported, expected a path; a file of that name is \"./-\""
        : "";
}

std::string whyNotOutput(const std::string& path)
{
    return isAddress(path) ? "is an address; output goes to local files only" : "";
}

} // namespace loupe
