#include "app/cli/command_line/shared_options.h"

#include "app/cli/command_line/argument_text.h"
#include "app/cli/lists/listed.h"

#include <algorithm>

namespace loupe {

void declareOutput(CLI::App& verb, CommonOptions& common)
{
    verb.add_flag("--json", common.json, "Print JSON");
    verb.add_flag("-q,--quiet", common.quiet, "Print errors only");
    verb.add_option("--threads", common.threads, "Use at most N threads (default: 0, all cores)")
        ->type_name("N")
        ->transform(number(0, 1024));
}

void declareOffline(CLI::App& verb, CommonOptions& common)
{
    verb.add_flag("--offline", common.offline, "Never use the network; read local and cached files only");
}

void declareNetwork(CLI::App& verb, CommonOptions& common)
{
    declareOffline(verb, common);
    verb.add_flag("--yes", common.yes, "Allow reading more than 1 GiB over the network");
}

void declareReading(CLI::App& verb, CommonOptions& common)
{
    declareNetwork(verb, common);
    auto* const key =
        verb.add_option("--key-file", common.keyFile,
                "Decrypt values with the key in FILE, 32 bytes or 64 hexadecimal digits; - for standard input")
            ->type_name("FILE")
            ->transform(literal());
    verb.add_option("--passphrase-file", common.passphraseFile, "Read the passphrase from FILE")
        ->type_name("FILE")
        ->transform(literal())
        ->excludes(key);
}

void declareCommon(CLI::App& verb, CommonOptions& common, const char* filter)
{
    declareOutput(verb, common);
    verb.add_option("--filter", common.filterText, filter)->type_name("EXPR")->transform(literal());
    declareReading(verb, common);
}

ListOptions ListTexts::parsed(std::span<const std::string> sortKeys, std::span<const ListColumn> shown) const
{
    ListOptions list;
    if (!sort.empty())
        list.order = valid("--sort", parseListOrder(sort, sortKeys));
    list.order.top = top;
    if (!columns.empty())
        list.columns = valid("--columns", parseColumns(columns, shown));
    return list;
}

void declareList(CLI::App& verb, CompletionHints& hints, ListTexts& list, std::vector<std::string> sortKeys,
    std::span<const ListColumn> columns)
{
    auto* const sort = verb.add_option("--sort", list.sort,
                               "Sort by " + listed(sortKeys) + "; prefix with - for the largest first, such as -size")
                           ->type_name("KEY")
                           ->transform(literal());
    hints.words[sort] = std::move(sortKeys);
    verb.add_option("--top", list.top, "List at most N tensors")->type_name("N")->transform(positiveNumber());
    std::vector<std::string> names(columns.size());
    std::ranges::transform(columns, names.begin(), &ListColumn::key);
    auto* const shown =
        verb.add_option("--columns", list.columns, "Columns of the text output, such as name,dtype: " + listed(names))
            ->type_name("NAME,NAME,...")
            ->transform(literal());
    hints.words[shown] = std::move(names);
}

CLI::Option* declareCsv(CLI::App& verb, bool& csv)
{
    return verb.add_flag("--csv", csv, "Print CSV, one line per tensor")->excludes(verb.get_option("--json"));
}

CLI::Option* declareSarif(CLI::App& verb, bool& sarif)
{
    return verb.add_flag("--sarif", sarif, "Print findings as SARIF 2.1.0, for code review services");
}

CLI::Option* declareStored(CLI::App& verb, CommonOptions& options)
{
    return verb.add_flag(
        "--stored", options.stored, "Use the raw stored numbers, without scales, negation, conjugation or null mask");
}

void declareSalvage(CLI::App& verb, bool& salvage)
{
    verb.add_flag("--salvage", salvage,
        "Write only the intact tensors of a damaged file and list the rest; exits 1 if any are skipped");
}

void declareNumbering(CLI::App& verb, bool& numberRepeated)
{
    verb.add_flag("--number-repeated", numberRepeated,
        "Number tensors with duplicate names: all but the first get -2, -3 and so on");
}

void declareVerifying(CLI::App& verb, bool& verify)
{
    verb.add_flag_callback(
        "--no-verify", [&verify] { verify = false; }, "Do not verify what was written");
}

void declareTexts(
    CLI::App& verb, const char* option, std::vector<std::string>& texts, const char* help, const char* type)
{
    verb.add_option(option, texts, help)
        ->type_name(type)
        ->transform(literal())
        ->expected(1)
        ->allow_extra_args(false) // each takes one text, because a path may follow
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace loupe
