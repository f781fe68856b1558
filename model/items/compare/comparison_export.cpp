#include "items/compare/comparison_export.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "reports/comparison_csv.h"
#include "reports/comparison_json.h"
#include "reports/html_report.h"
#include "saving/writing/target_check.h"

namespace loupe {

namespace {

/// How many pairs are written between checks for a stop.
constexpr std::uint32_t exportStopInterval = 1024;

/// Calls `write(pair, outcome)` for each pair until writing to the file fails or the job is stopped.
template <typename Write>
bool writeAll(
    const ComparisonResults& results, std::uint32_t known, const QFileDevice& file, const Work& work, Write write)
{
    work.expect(known);
    for (std::uint32_t pair = 0; pair < known; ++pair) {
        if (pair % exportStopInterval == 0 && (work.stopped() || file.error() != QFileDevice::NoError))
            return false;
        work.advance(1);
        write(results.paired()->pairs[pair], *results.find(pair));
    }
    return true;
}

Result<bool> writeCsv(const ComparisonResults& results, QFileDevice& file, const Work& work)
{
    const PairedCheckpoints& paired = *results.paired();
    file.write(QByteArray::fromStdString(comparisonCsvHeader()));
    return writeAll(results, results.lookedAt(), file, work, [&](const TensorPair& pair, const PairOutcome& outcome) {
        file.write(QByteArray::fromStdString(comparisonCsvRow(*paired.a, *paired.b, pair, outcome)));
    });
}

/// Why the first `known` pairs are not the complete result; nullopt if they are.
std::optional<Error> errorOf(const ComparisonResults& results, std::uint32_t known)
{
    const PairedCheckpoints& paired = *results.paired();
    if (known == paired.pairs.size())
        return results.firstError();
    return Error{ErrorCode::Stopped,
        "the comparison was stopped after " + formatCount(known) + " of " + counted(paired.pairs.size(), "pair"),
        paired.a->path.string(), std::nullopt};
}

Result<bool> writeJson(const ComparisonResults& results, QFileDevice& file, const Work& work)
{
    const PairedCheckpoints& paired = *results.paired();
    const std::uint32_t known = results.lookedAt();
    ComparisonDocument document(
        JsonWriter([&](std::string_view text) { file.write(text.data(), static_cast<qint64>(text.size())); }),
        *paired.a, *paired.b, paired.metadata);
    ComparisonCounts counts;
    if (!writeAll(results, known, file, work, [&](const TensorPair& pair, const PairOutcome& outcome) {
            document.add(pair, outcome);
            counts.add(*paired.a, *paired.b, pair, outcome, {});
        }))
        return false;
    const auto error = errorOf(results, known);
    document.finish(counts, counts.unequal == 0 && !error && paired.metadata.empty(), error);
    return true;
}

Result<bool> writeHtml(const ComparisonResults& results, QFileDevice& file, const Work& work)
{
    const PairedCheckpoints& paired = *results.paired();
    const std::uint32_t known = results.lookedAt();
    ComparisonReport report(paired.a, paired.b, paired.metadata);
    ComparisonCounts counts;
    if (!writeAll(results, known, file, {.stop = work.stop}, [&](const TensorPair& pair, const PairOutcome& outcome) {
            report.add(pair, outcome);
            counts.add(*paired.a, *paired.b, pair, outcome, {});
        }))
        return false;
    if (auto drawn = report.draw(work); !drawn)
        return fail(std::move(drawn.error()));
    const auto error = errorOf(results, known);
    report.write([&](std::string_view text) { file.write(text.data(), static_cast<qint64>(text.size())); },
        counts.unequal == 0 && !error && paired.metadata.empty(), error);
    return true;
}

} // namespace

ComparisonFormat comparisonFormatOf(const QString& path)
{
    const auto endsWith = [&](QLatin1String suffix) { return path.endsWith(suffix, Qt::CaseInsensitive); };
    if (endsWith(QLatin1String(".html")) || endsWith(QLatin1String(".htm")))
        return ComparisonFormat::Html;
    return endsWith(QLatin1String(".json")) ? ComparisonFormat::Json : ComparisonFormat::Csv;
}

ContentWriter comparisonContent(ComparisonResultsPtr results, ComparisonFormat format)
{
    const auto write = format == ComparisonFormat::Json ? writeJson
        : format == ComparisonFormat::Html              ? writeHtml
                                                        : writeCsv;
    return [results = std::move(results), write](QFileDevice& file, const Work& work) -> Result<bool> {
        for (const auto* const side : {results->paired()->a.get(), results->paired()->b.get()}) {
            if (auto possible = checkCompared(toPath(file.fileName()), *side); !possible)
                return fail(std::move(possible.error()));
        }
        return write(*results, file, work);
    };
}

} // namespace loupe
