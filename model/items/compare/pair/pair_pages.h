#pragma once

#include "items/compare/pair/pair_side.h"
#include "items/jobs/job_runner.h"
#include "items/values/value_page.h"

#include <QObject>
#include <memory>
#include <vector>

namespace loupe {

/// Two tensors as tables. If one of them does not exist, its checkpoint is null.
struct SlicedPair {
    SlicedTensor a;
    SlicedTensor b;
    bool isAlike = false; ///< both have the same cells, and cells at the same row and column correspond

    bool isPair() const { return a.checkpoint && b.checkpoint; }
};

/// The values of a window of a pair. Each page is cut to the size of its side; null if there is no such side.
struct PairPage {
    SliceWindow window; ///< the requested window, cut to maximumPage
    std::shared_ptr<const ValuePage> a;
    std::shared_ptr<const ValuePage> b;
    std::shared_ptr<const ValuePage> difference; ///< B - A; null unless isAlike

    const std::shared_ptr<const ValuePage>& page(PairSide side) const
    {
        return side == PairSide::A ? a : side == PairSide::B ? b : difference;
    }
};

/// Fetches values of pairs off the UI thread, and marks the ones that differ, as Delta does, if the pair isAlike. The
/// newest request wins.
class PairPages : public QObject {
    Q_OBJECT

public:
    explicit PairPages(QObject* parent = nullptr);

    /// Requests the values of a window, which is cut to maximumPage. ready() or failed() follows.
    void request(SlicedPair pair, SliceWindow window);
    /// Requests a window as text, as ValuePages::copy() does, with the values of these sides in each cell. copied() or
    /// notCopied() follows. Precondition: the pair has these sides.
    void copy(SlicedPair pair, SliceWindow window, Notation notation, std::vector<PairSide> sides);
    /// Cancels reading for display, but not copying.
    void stopReading() { m_reading.stop(); }
    /// Cancels everything.
    void stop();

signals:
    void ready(const loupe::PairPage& page);
    void copied(const QString& table, quint64 values);
    /// Reading a window has failed.
    void failed(const loupe::Error& error);
    /// Copying a window has failed.
    void notCopied(const loupe::Error& error);

private:
    JobRunner m_reading;
    JobRunner m_copying;
};

} // namespace loupe
