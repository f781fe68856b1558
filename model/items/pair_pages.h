#pragma once

#include "items/job_runner.h"
#include "items/value_page.h"

#include <QObject>
#include <memory>

namespace loupe {

/// Two tensors as tables: cells of the same row and column belong together. Where there is only one of them, the
/// other's checkpoint is null.
struct SlicedPair {
    SlicedTensor a;
    SlicedTensor b;
    Slice both; ///< cells that both have

    bool isPair() const { return a.checkpoint && b.checkpoint; }
};

/// The values of a window of a pair; each page is cut to what its side has, and null where there is no such side.
struct PairPage {
    std::shared_ptr<const ValuePage> a;
    std::shared_ptr<const ValuePage> b;
    std::shared_ptr<const ValuePage> difference; ///< B - A, as differencePattern() has it
};

/// Fetches values of pairs off the UI thread, and says which differ, as Delta does: what only one side has differs. The
/// newest request wins.
class PairPages : public QObject {
    Q_OBJECT

public:
    explicit PairPages(QObject* parent = nullptr);

    /// Asks for the values of a window, which is cut to maximumPage: ready() or failed() follows.
    void request(SlicedPair pair, SliceWindow window);
    /// Asks for the differences of a window as ValuePages::copy() does of values.
    void copyDifference(SlicedPair pair, SliceWindow window, Notation notation);
    void stop();

signals:
    void ready(const loupe::PairPage& page);
    void copied(const QString& table, quint64 values);
    void failed(const loupe::Error& error);

private:
    JobRunner m_reading;
    JobRunner m_copying;
};

} // namespace loupe
