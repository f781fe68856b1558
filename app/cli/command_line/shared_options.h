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

// Options shared by several verbs, and the parsing of their values. Bound variables must outlive the verb.

inline constexpr const char* pathHelp =
    "A file, a folder with the shards of one model, a *.index.json, or an address: https://, hf://, s3://, sftp://";
inline constexpr const char* filterHelp = "Keep tensors that match, such as 'attn dtype:bf16 size:>1MB -nan:>0'";

/// Declares --json, --quiet and --threads.
void declareOutput(CLI::App& verb, CommonOptions& common);
/// Declares --offline, --yes, --key-file and --passphrase-file, which control access to values.
void declareReading(CLI::App& verb, CommonOptions& common);
/// Declares all of the above, and --filter for verbs that read tensors. `filter`: its help text.
void declareCommon(CLI::App& verb, CommonOptions& common, const char* filter = filterHelp);

/// --sort, --top and --columns as texts.
struct ListTexts {
    std::string sort;
    std::optional<std::uint64_t> top;
    std::string columns;

    /// Throws CLI::ValidationError if a key or column is unknown.
    ListOptions parsed(std::span<const std::string> sortKeys, std::span<const ListColumn> shown) const;
};
void declareList(CLI::App& verb, CompletionHints& hints, ListTexts& list, std::vector<std::string> sortKeys,
    std::span<const ListColumn> columns);

/// Declares --csv, which excludes --json. Call after declareCommon().
CLI::Option* declareCsv(CLI::App& verb, bool& csv);
CLI::Option* declareSarif(CLI::App& verb, bool& sarif);
CLI::Option* declareStored(CLI::App& verb, CommonOptions& options);
void declareSalvage(CLI::App& verb, bool& salvage);
void declareNumbering(CLI::App& verb, bool& numberRepeated);
/// Declares --no-verify.
void declareVerifying(CLI::App& verb, bool& verify);
/// Declares a text option that may be repeated.
void declareTexts(
    CLI::App& verb, const char* option, std::vector<std::string>& texts, const char* help, const char* type);

/// Returns the value, or throws CLI::ValidationError about `option`.
template <typename Value>
Value valid(const std::string& option, Result<Value> value)
{
    if (!value)
        throw CLI::ValidationError(option, value.error().message);
    return std::move(*value);
}

/// As above, for an error whose path is the option.
template <typename Value>
Value valid(Result<Value> value)
{
    const std::string option = value ? "" : value.error().path;
    return valid(option, std::move(value));
}

/// Returns `options` with its filter parsed.
template <typename Options>
Options filtered(Options options, FilterSubject subject = FilterSubject::Tensors)
{
    options.common.filter = valid("--filter", Filter::parse(options.common.filterText, subject));
    return options;
}

} // namespace loupe
