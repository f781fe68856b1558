#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/model_checks.h"
#include "insight/token_files.h"

#include <algorithm>

namespace loupe {

namespace {

/// How many tokens have a vector, and who says so.
struct EmbeddingRows {
    std::uint64_t count = 0;
    std::string evidence;
};

std::optional<EmbeddingRows> rowsOf(const Architecture& architecture)
{
    const auto found = std::ranges::find(architecture.figures, ArchitectureFigure::Vocabulary, &FigureValue::figure);
    if (found == architecture.figures.end())
        return std::nullopt;
    if (found->byTensors)
        return EmbeddingRows{found->byTensors->value, found->byTensors->evidence};
    return EmbeddingRows{found->value, found->evidence};
}

std::string rowsText(const EmbeddingRows& rows)
{
    return "the embedding has " + counted(rows.count, "row") + " (" + rows.evidence + ')';
}

void checkCount(const TokenFacts& tokens, const EmbeddingRows& rows, bool isGguf, Findings& findings)
{
    const auto add = [&](Severity severity, std::string message) {
        findings.add({.severity = severity,
            .code = "tokens-beyond-embedding",
            .message = std::move(message),
            .file = Finding::noFile});
    };
    const auto& vocabulary = tokens.vocabulary;
    if (isGguf) {
        if (vocabulary && vocabulary->tokens != rows.count)
            add(Severity::Error,
                vocabulary->evidence + " has " + counted(vocabulary->tokens, "token") + ", but " + rowsText(rows)
                    + ". llama.cpp refuses a model if they differ.");
        return;
    }
    if (vocabulary && vocabulary->tokens > rows.count)
        add(Severity::Warning,
            vocabulary->evidence + " has " + counted(vocabulary->tokens, "token") + ", but " + rowsText(rows)
                + ". The model fails on a token without a row; the tokenizer may belong to another model.");
    else if (tokens.added && tokens.added->tokens > rows.count)
        add(Severity::Note,
            tokens.added->evidence + " adds tokens up to ID " + formatCount(tokens.added->tokens - 1) + ", but "
                + rowsText(rows) + ". The model fails on a token without a row.");
}

void checkSpecials(const TokenFacts& tokens, const EmbeddingRows& rows, Findings& findings)
{
    std::vector<TokenFacts::Special> said;
    for (const TokenFacts::Special& special : tokens.specials) {
        const auto isSame = [&](const TokenFacts::Special& other) {
            return other.key == special.key && other.number == special.number;
        };
        if (special.number < rows.count || std::ranges::any_of(said, isSame))
            continue;
        said.push_back(special);
        // Padding is masked: it does no harm before it is looked up.
        const bool isPadding = special.key.find("pad") != std::string::npos;
        findings.add({.severity = isPadding ? Severity::Note : Severity::Warning,
            .code = "token-without-row",
            .message = (special.evidence.empty() ? std::string() : special.evidence + ": ") + special.key + " is "
                + formatCount(special.number) + ", but " + rowsText(rows) + ", numbered from 0.",
            .file = Finding::noFile});
    }
}

} // namespace

void checkTokens(const Checkpoint& checkpoint, const ModelReport& report, Findings& findings)
{
    const auto rows = rowsOf(report.architecture);
    const bool isGguf = !report.config.ggufArchitecture().empty();
    const bool isOfTokens = report.model.family && report.model.family->kind != ModelKind::Adapter
        && report.model.family->kind != ModelKind::TrainingState;
    if (!rows || !isOfTokens || report.model.contradicting)
        return;
    const TokenFacts tokens = findTokenFacts(checkpoint, report.config);
    checkCount(tokens, *rows, isGguf, findings);
    checkSpecials(tokens, *rows, findings);
}

} // namespace loupe
