#pragma once

#include "analysis/statistics/nonfinite_search.h"
#include "items/jobs/job_runner.h"
#include "items/values/value_page.h"

#include <QObject>
#include <memory>
#include <optional>

namespace loupe {

/// Fetches values off the UI thread; the newest request wins.
class ValuePages : public QObject {
    Q_OBJECT

public:
    using PagePtr = std::shared_ptr<const ValuePage>;

    explicit ValuePages(QObject* parent = nullptr);

    /// Requests the values of a window, which is cut to the slice and to maximumPage. ready() or failed() follows.
    void request(SlicedTensor sliced, SliceWindow window);
    /// Requests a window as tab-separated text. copied() or failed() follows. Fails with TooLarge.
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

/// Searches an entire tensor for NaN and infinities, or for differences from another one.
class ValueSearch : public QObject {
    Q_OBJECT

public:
    explicit ValueSearch(QObject* parent = nullptr);

    /// Calls findNonfinite(). found(), notFound() or failed() follows, unless it is stopped.
    void start(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor, std::uint64_t from,
        SearchDirection direction);
    /// Calls findDifference() for the tensors of the slices.
    void startDifference(SlicedTensor a, SlicedTensor b, std::uint64_t from, SearchDirection direction);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void found(quint64 element);
    void notFound();
    void failed(const loupe::Error& error);
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    void take(Result<std::optional<std::uint64_t>> element);

    JobRunner m_job;
};

} // namespace loupe
