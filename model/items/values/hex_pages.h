#pragma once

#include "core/checkpoint.h"
#include "formats/shared/format.h"
#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"

#include <QObject>
#include <QString>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// A range of bytes of a file, and the header fields in it.
struct HexPage {
    std::uint32_t file = 0; ///< index into Checkpoint::files
    ByteRange range; ///< relative to the start of the file
    std::vector<std::byte> bytes; ///< range.size() of them
    std::vector<HeaderField> fields; ///< the header fields that overlap the range, in order; none outside the header

    /// The byte at this offset in the file; nullopt outside the page.
    std::optional<std::byte> at(std::uint64_t offset) const
    {
        return range.contains(offset) ? std::optional(bytes[offset - range.begin]) : std::nullopt;
    }
};

/// The value of a plain tensor's element as text if all of its bytes are in the page; else empty, also for dtypes
/// without readable values.
QString elementText(const HexPage& page, const Tensor& tensor, std::uint64_t element);
/// The element that contains the byte at this offset in the file (for sub-byte dtypes, the first one); nullopt outside
/// the tensor.
std::optional<std::uint64_t> elementAt(const Tensor& tensor, std::uint64_t offset);

/// Fetches windows of a file's bytes off the UI thread. The newest request wins.
class HexPages : public QObject {
    Q_OBJECT

public:
    /// Longer windows are cut to this size.
    static constexpr std::uint64_t maximumWindow = std::uint64_t{1} << 20;

    explicit HexPages(QObject* parent = nullptr);

    /// Stops running work; null: none.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    const std::shared_ptr<const Checkpoint>& checkpoint() const { return m_checkpoint; }

    /// Requests the bytes of a window, which is cut to the size that the file had when it was opened. ready() or
    /// failed() follows.
    void request(std::uint32_t file, ByteRange window);

signals:
    void ready(const std::shared_ptr<const loupe::HexPage>& page);
    /// Also emitted with ErrorCode::Changed if the file was truncated or replaced since it was opened.
    void failed(const loupe::Error& error);

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    JobRunner m_job;
};

} // namespace loupe
