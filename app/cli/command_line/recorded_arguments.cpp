#include "app/cli/command_line/recorded_arguments.h"

#include <algorithm>

namespace loupe {

std::vector<std::string> recordedOptions(const CLI::App& verb, std::span<const std::string_view> except)
{
    std::vector<std::string> options;
    for (const CLI::Option* const option : verb.get_options()) {
        if (option->count() == 0 || option->get_positional())
            continue;
        const std::string name = option->get_lnames().front();
        if (std::ranges::find(except, name) != except.end())
            continue;
        if (option->get_items_expected_max() == 0) {
            options.push_back("--" + name);
            continue;
        }
        for (const std::string& value : option->results())
            options.emplace_back("--").append(name).append(1, '=').append(value);
    }
    return options;
}

std::vector<std::string> recordedArguments(const CLI::App& verb, std::span<const std::string_view> except)
{
    std::vector<std::string> arguments{verb.get_name()};
    std::ranges::move(recordedOptions(verb, except), std::back_inserter(arguments));
    arguments.emplace_back("--");
    for (const CLI::Option* const option : verb.get_options()) {
        if (option->count() > 0 && option->get_positional())
            arguments.insert(arguments.end(), option->results().begin(), option->results().end());
    }
    return arguments;
}

} // namespace loupe
