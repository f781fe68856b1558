#pragma once

#include "app/cli/completion/completion.h"
#include "app/cli/lists/list_columns.h"
#include "app/cli/lists/list_order.h"
#include "app/cli/options.h"
#include "core/result.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

// Options that several verbs declare, and how their texts become values. What is bound must outlive the verb.

inline constexpr const char* pathHelp =
    "A file, a folder with the shards of one model, a *.index.json, or an address: https://, hf://, s3://, sftp://";
inline constexpr const char* filterHelp = "Keep tensors that match, such as 'attn dtype:bf16 size:>1MB -nan:>0'";

/// --json, --quiet, --threads.
void declareOutput(CLI::App& verb, CommonOptions& common);
/// --offline, --yes, --key-file, --passphrase-file: how values are reached.
void declareReading(CLI::App& verb, CommonOptions& common);
/// All of these, and what a verb that reads tensors takes: the filter. `filter` is its help.
void declareCommon(CLI::App& verb, CommonOptions& common, const char* filter = filterHelp);

/// --sort, --top and --columns as they were given.
struct ListTexts {
    std::string sort;
    std::optional<std::uint64_t> top;
    std::string columns;

    /// Throws CLI::ValidationError where a key or column is unknown.
    ListOptions parsed(std::span<const std::string> sortKeys, std::span<const ListColumn> shown) const;
};
void declareList(CLI::App& verb, CompletionHints& hints, ListTexts& list, std::vector<std::string> sortKeys,
    std::span<const ListColumn> columns);

/// --csv, which excludes --json. After the common options.
CLI::Option* declareCsv(CLI::App& verb, bool& csv);
CLI::Option* declareSarif(CLI::App& verb, bool& sarif);
CLI::Option* declareStored(CLI::App& verb, CommonOptions& options);
void declareSalvage(CLI::App& verb, bool& salvage);
void declareNumbering(CLI::App& verb, bool& numberRepeated);
/// --no-verify.
void declareVerifying(CLI::App& verb, bool& verify);
/// A text that may be given several times.
void declareTexts(
    CLI::App& verb, const char* option, std::vector<std::string>& texts, const char* help, const char* type);

/// The value, or CLI::ValidationError about `option`.
template <typename Value>
Value valid(const std::string& option, Result<Value> value)
{
    if (!value)
        throw CLI::ValidationError(option, value.error().message);
    return std::move(*value);
}

/// The same, where the error names the option.
template <typename Value>
Value valid(Result<Value> value)
{
    const std::string option = value ? "" : value.error().path;
    return valid(option, std::move(value));
}

/// `options` with the filter that was given.
template <typename Options>
Options filtered(Options options, FilterSubject subject = FilterSubject::Tensors)
{
    options.common.filter = valid("--filter", Filter::parse(options.common.filterText, subject));
    return options;
}

} // namespace loupe
