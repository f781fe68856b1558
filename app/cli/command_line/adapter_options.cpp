#include "app/cli/command_line/adapter_options.h"

#include "app/cli/lists/listed.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

namespace loupe {

namespace {

std::vector<std::string> spellingIds()
{
    std::vector<std::string> ids;
    ids.reserve(std::size(adapterSpellings));
    for (const AdapterSpelling spelling : adapterSpellings)
        ids.emplace_back(spellingId(spelling));
    return ids;
}

} // namespace

CLI::Option* declareSpelling(CLI::App& verb, CompletionHints& hints, std::string& spelling)
{
    const auto check = [](const std::string& text) {
        return parseSpelling(text) ? std::string() : "is \"" + text + "\", expected one of " + listed(spellingIds());
    };
    auto* const option =
        verb.add_option("--spelling", spelling, "Naming scheme of the adapter: " + listed(spellingIds()))
            ->type_name("SPELLING")
            ->check(CLI::Validator(check, ""));
    hints.words[option] = spellingIds();
    return option;
}

std::optional<AdapterSpelling> parseSpelling(std::string_view id)
{
    const auto found = std::ranges::find(adapterSpellings, id, spellingId);
    return found == adapterSpellings.end() ? std::nullopt : std::optional(*found);
}

CLI::Validator positiveReal(double most)
{
    const auto check = [most](const std::string& text) {
        double number = 0;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, number);
        const bool isFit = read.ec == std::errc() && read.ptr == end && number > 0 && number <= most;
        return isFit ? std::string()
                     : "is \"" + text + "\", expected a number above 0"
                + (most == 1 ? std::string(" and at most 1") : std::string());
    };
    return CLI::Validator(check, "");
}

} // namespace loupe
