#include "app/cli/command_line/part_texts.h"

#include "app/cli/command_line/argument_text.h"
#include "app/cli/parts/part_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace loupe {

namespace {

/// What changes nothing of what is found, or is the caller's own affair.
constexpr std::array<std::string_view, 10> unrecorded{
    "json", "csv", "quiet", "threads", "offline", "yes", "part", "output", "force", "help"};

bool readPartNumber(std::string_view text, std::uint32_t& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

/// The verb and what was given to it, in the order of the declarations, so that it reads back as the same.
std::vector<std::string> recordedArguments(const CLI::App& verb)
{
    std::vector<std::string> arguments{verb.get_name()};
    std::vector<std::string> positional;
    for (const CLI::Option* const option : verb.get_options()) {
        if (option->count() == 0)
            continue;
        if (option->get_positional()) {
            positional.insert(positional.end(), option->results().begin(), option->results().end());
            continue;
        }
        const std::string name = option->get_lnames().front();
        if (std::ranges::find(unrecorded, name) != unrecorded.end())
            continue;
        if (option->get_items_expected_max() == 0) {
            arguments.push_back("--" + name);
            continue;
        }
        for (const std::string& value : option->results())
            arguments.emplace_back("--").append(name).append(1, '=').append(value);
    }
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), positional.begin(), positional.end());
    return arguments;
}

} // namespace

void declarePart(CLI::App& verb, PartTexts& given, bool declaresForce)
{
    auto* const part = verb.add_option("--part", given.part,
                               "Compute part I of N and write it to -o FILE; `tloupe collect` combines all parts")
                           ->type_name("I/N")
                           ->transform(literal());
    auto* const output =
        verb.add_option("-o,--output", given.output, "With --part: the file to write; - for standard output")
            ->type_name("FILE")
            ->transform(outputPath())
            ->needs(part);
    part->needs(output);
    if (declaresForce)
        verb.add_flag("--force", given.force, "With --part: replace a file that is not this part")->needs(part);
}

void PartTexts::parseInto(const CLI::App& verb, CommonOptions& common) const
{
    if (part.empty() && output.empty())
        return;
    const std::size_t slash = part.find('/');
    PartOptions options{.part = 0, .of = 0, .output = output, .force = force, .arguments = recordedArguments(verb)};
    const bool isNumbered = slash != std::string::npos
        && readPartNumber(std::string_view(part).substr(0, slash), options.part)
        && readPartNumber(std::string_view(part).substr(slash + 1), options.of);
    if (!isNumbered || options.of == 0 || options.of > PartFile::mostParts)
        throw CLI::ValidationError("--part",
            "is \"" + part + "\", expected I/N, such as 1/8, with at most " + std::to_string(PartFile::mostParts)
                + " parts");
    if (options.part == 0 || options.part > options.of)
        throw CLI::ValidationError(
            "--part", "is \"" + part + "\", expected 1/N to N/N: parts count from 1 to " + std::to_string(options.of));
    if (common.filter.needsValues() || common.filter.asks(Filter::Asks::Values))
        throw CLI::ValidationError(
            "--part", "cannot be used with a value filter, expected a --filter about names, dtypes or shapes");
    common.part = std::move(options);
}

} // namespace loupe
