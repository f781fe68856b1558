#include "items/tree/health/health_export.h"

#include "core/text/text.h"
#include "formats/opening/unread_parts.h"
#include "reports/health_csv.h"
#include "reports/health_json.h"

#include <numeric>
#include <vector>

namespace loupe {

namespace {

/// How many tensors are written between checks for a stop.
constexpr std::uint32_t healthStopInterval = 1024;

/// Calls `write(tensor, health)` for each tensor until writing to the file fails or the job is stopped.
template <typename Write>
bool writeAll(const OpenedCheckpoint& opened, const HealthResults& results, const QFileDevice& file, const Work& work,
    Write write)
{
    const std::uint32_t known = results.lookedAt();
    work.expect(known);
    for (std::uint32_t tensor = 0; tensor < known; ++tensor) {
        if (tensor % healthStopInterval == 0 && (work.stopped() || file.error() != QFileDevice::NoError))
            return false;
        work.advance(1);
        write(tensor, *results.find(*opened.checkpoint, tensor));
    }
    return true;
}

bool writeCsv(const OpenedCheckpoint& opened, const HealthResults& results, QFileDevice& file, const Work& work)
{
    file.write(QByteArray::fromStdString(healthCsvHeader()));
    return writeAll(opened, results, file, work, [&](std::uint32_t tensor, const Result<Health>& health) {
        file.write(QByteArray::fromStdString(healthCsvRow(*opened.checkpoint, tensor, health)));
    });
}

bool writeJson(const OpenedCheckpoint& opened, const HealthResults& results, QFileDevice& file, const Work& work)
{
    HealthDocument document(
        JsonWriter([&](std::string_view text) { file.write(text.data(), static_cast<qint64>(text.size())); }));
    if (!writeAll(opened, results, file, work, [&](std::uint32_t tensor, const Result<Health>& health) {
            document.add(*opened.checkpoint, tensor, health);
        }))
        return false;
    const std::vector<Error> unread = unreadParts(*opened.checkpoint);
    auto error = unread.empty() ? results.firstError() : std::optional(unread.front());
    if (!results.isComplete()) {
        error = Error{ErrorCode::Stopped,
            "the scan was stopped after " + formatCount(results.lookedAt()) + " of "
                + counted(results.tensors(), "tensor"),
            opened.checkpoint->path.string(), std::nullopt};
    }
    std::vector<std::uint32_t> tensors(results.lookedAt());
    std::iota(tensors.begin(), tensors.end(), 0U);
    document.finish(*opened.checkpoint, quantizationFindings(*opened.checkpoint, tensors, results.findings()), error);
    return true;
}

} // namespace

HealthFormat healthFormatOf(const QString& path)
{
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? HealthFormat::Json : HealthFormat::Csv;
}

ContentWriter healthContent(OpenedCheckpointPtr opened, HealthResultsPtr results, HealthFormat format)
{
    const auto write = format == HealthFormat::Json ? writeJson : writeCsv;
    return [opened = std::move(opened), results = std::move(results), write](
               QFileDevice& file, const Work& work) { return write(*opened, *results, file, work); };
}

} // namespace loupe
