#include "app/cli/command_line/part_texts.h"

#include "app/cli/command_line/argument_text.h"
#include "app/cli/command_line/recorded_arguments.h"
#include "app/cli/parts/part_file.h"

#include <array>
#include <charconv>
#include <string_view>

namespace loupe {

namespace {

/// Options that do not affect the results, or that concern only the caller.
constexpr std::array<std::string_view, 10> unrecorded{
    "json", "csv", "quiet", "threads", "offline", "yes", "part", "output", "force", "help"};

bool readPartNumber(std::string_view text, std::uint32_t& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
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
    PartOptions options{
        .part = 0, .of = 0, .output = output, .force = force, .arguments = recordedArguments(verb, unrecorded)};
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
