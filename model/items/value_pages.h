#pragma once

#include "analysis/nonfinite_search.h"
#include "analysis/slice_reader.h"
#include "core/checkpoint.h"
#include "items/job_runner.h"
#include "items/value_text.h"

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// A tensor as a table of values.
struct SlicedTensor {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::uint32_t tensor = 0; ///< index into Checkpoint::tensors
    Slice slice;
};

/// The values of a window of a slice.
struct ValuePage {
    SliceWindow window;
    DType dtype = DType::Opaque;
    std::vector<std::uint64_t> patterns; ///< row by row, each in the low bits; 0 where a last row is shorter

    /// Nothing outside the window.
    std::optional<std::uint64_t> pattern(Slice::Cell cell) const
    {
        const std::uint64_t row = cell.row - window.firstRow; // wraps where before the window
        const std::uint64_t column = cell.column - window.firstColumn;
        return row < window.rows && column < window.columns ? std::optional(patterns[row * window.columns + column])
                                                            : std::nullopt;
    }
};

/// Fetches values off the UI thread; the newest request wins.
class ValuePages : public QObject {
    Q_OBJECT

public:
    using PagePtr = std::shared_ptr<const ValuePage>;

    /// Values fetched at once; a larger window loses its last rows, then columns.
    static constexpr std::uint64_t maximumPage = 1 << 18;
    /// Values copied at once: more is work for another program.
    static constexpr std::uint64_t maximumCopy = 1'000'000;

    explicit ValuePages(QObject* parent = nullptr);

    /// Asks for the values of a window, which is cut to what the slice has: ready() or failed() follows.
    void request(SlicedTensor sliced, SliceWindow window);
    /// Asks for a window as lines of texts with tabs between: copied() or failed() follows. Fails with TooLarge.
    void copy(SlicedTensor sliced, SliceWindow window, Notation notation);
    void stop();

signals:
    void ready(const loupe::ValuePages::PagePtr& page);
    void copied(const QString& table, quint64 values);
    void failed(const loupe::Error& error);

private:
    JobRunner m_reading;
    JobRunner m_copying;
};

/// Looks for NaN and infinities in a whole tensor.
class ValueSearch : public QObject {
    Q_OBJECT

public:
    explicit ValueSearch(QObject* parent = nullptr);

    /// As findNonfinite(): found(), notFound() or failed() follows unless it is stopped.
    void start(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor, std::uint64_t from,
        SearchDirection direction);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void found(quint64 element);
    void notFound();
    void failed(const loupe::Error& error);
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    JobRunner m_job;
};

} // namespace loupe
