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

/// Some bytes of a file and what the header says about them.
struct HexPage {
    std::uint32_t file = 0; ///< index into Checkpoint::files
    ByteRange range; ///< from the first byte of the file
    std::vector<std::byte> bytes; ///< range.size() of them
    std::vector<HeaderField> fields; ///< the header's fields that touch the range, in order; none outside the header

    /// The byte at this offset of the file; nothing outside the page.
    std::optional<std::byte> at(std::uint64_t offset) const
    {
        return range.contains(offset) ? std::optional(bytes[offset - range.begin]) : std::nullopt;
    }
};

/// The value of a plain tensor's element as text, as far as the page holds it; empty otherwise and for dtypes without
/// readable values.
QString elementText(const HexPage& page, const Tensor& tensor, std::uint64_t element);
/// The element that the byte at this offset of the file belongs to (of sub-byte dtypes, its first); nothing outside the
/// tensor.
std::optional<std::uint64_t> elementAt(const Tensor& tensor, std::uint64_t offset);

/// Fetches windows of a file's bytes off the UI thread. The newest request wins.
class HexPages : public QObject {
    Q_OBJECT

public:
    /// A longer window is cut to this size.
    static constexpr std::uint64_t maximumWindow = std::uint64_t{1} << 20;

    explicit HexPages(QObject* parent = nullptr);

    /// Stops what runs; null: none.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    const std::shared_ptr<const Checkpoint>& checkpoint() const { return m_checkpoint; }

    /// Asks for the bytes of a window, which is cut to what the file had when it was opened: ready() or failed()
    /// follows.
    void request(std::uint32_t file, ByteRange window);

signals:
    void ready(const std::shared_ptr<const loupe::HexPage>& page);
    /// Also where the file was truncated or replaced since it was opened (ErrorCode::Changed).
    void failed(const loupe::Error& error);

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    JobRunner m_job;
};

} // namespace loupe
