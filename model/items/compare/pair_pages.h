#pragma once

#include "items/compare/pair_side.h"
#include "items/jobs/job_runner.h"
#include "items/values/value_page.h"

#include <QObject>
#include <memory>
#include <vector>

namespace loupe {

/// Two tensors as tables. Where there is only one of them, the other's checkpoint is null.
struct SlicedPair {
    SlicedTensor a;
    SlicedTensor b;
    bool isAlike = false; ///< both have the same cells, and those of the same row and column belong together

    bool isPair() const { return a.checkpoint && b.checkpoint; }
};

/// The values of a window of a pair; each page is cut to what its side has, and null if there is no such side.
struct PairPage {
    SliceWindow window; ///< what was asked for, cut to maximumPage
    std::shared_ptr<const ValuePage> a;
    std::shared_ptr<const ValuePage> b;
    std::shared_ptr<const ValuePage> difference; ///< B - A; null unless both are alike

    const std::shared_ptr<const ValuePage>& page(PairSide side) const
    {
        return side == PairSide::A ? a : side == PairSide::B ? b : difference;
    }
};

/// Fetches values of pairs off the UI thread, and says which of a pair of alike ones differ, as Delta does. The newest
/// request wins.
class PairPages : public QObject {
    Q_OBJECT

public:
    explicit PairPages(QObject* parent = nullptr);

    /// Asks for the values of a window, which is cut to maximumPage: ready() or failed() follows.
    void request(SlicedPair pair, SliceWindow window);
    /// Asks for a window as ValuePages::copy() does, with the values of these sides in each cell: copied() or
    /// notCopied() follows. Precondition: the pair has them.
    void copy(SlicedPair pair, SliceWindow window, Notation notation, std::vector<PairSide> sides);
    /// No values come, but what is to be copied does.
    void stopReading() { m_reading.stop(); }
    /// Nothing that was asked for comes any more.
    void stop();

signals:
    void ready(const loupe::PairPage& page);
    void copied(const QString& table, quint64 values);
    /// To read a window.
    void failed(const loupe::Error& error);
    /// To copy one.
    void notCopied(const loupe::Error& error);

private:
    JobRunner m_reading;
    JobRunner m_copying;
};

} // namespace loupe
