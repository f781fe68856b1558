#pragma once

#include "items/jobs/job_runner.h"
#include "items/writing/writing_preview.h"
#include "saving/casting/cast_cost.h"

#include <QObject>
#include <QStringList>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// What all casts of one kind cost, of all tensors that they are about.
using CastCosts = std::map<CastKind, CastCost>;

/// What was written.
struct WrittenOutput {
    QString path; ///< what to open to see it: the file, the index, or the folder
    quint64 files = 0;
    bool headerOnly = false; ///< of one file, in its place
};

/// Finds out what a request comes to, what its casts cost, and carries it out; all off the UI thread.
class WritingJob : public QObject {
    Q_OBJECT

public:
    explicit WritingJob(QObject* parent = nullptr);
    ~WritingJob() override;

    /// previewed() follows; only for the last of several requests.
    void preview(WritingRequest request);
    /// There is no request: stops all but writing.
    void forget();
    /// The preview of the newest request; null until it is known.
    const WritingPreviewPtr& current() const { return m_current; }
    bool isPreviewing() const { return m_previewing.isRunning(); }

    /// Looks at the values that the current preview's casts are about, as far as what they cost is not known.
    void weigh();
    void stopWeighing() { m_weighing.stop(); }
    bool isWeighing() const { return m_weighing.isRunning(); }
    /// Known so far.
    const CastCosts& costs() const { return m_costs; }
    /// Casts of the current preview that costs() says nothing about.
    bool hasUnknownCosts() const;
    /// The tensors are others: what casts of the former ones cost is forgotten.
    void forgetCosts();

    /// Carries out the current preview; where that shows no file as there already, none is replaced. written() or
    /// failed() follows, with Overflow where a cast would lose too many values, unless `overflows`.
    /// Precondition: isPossible().
    void write(bool verify, bool overflows = false);
    /// failed() with Stopped follows, unless all is in place already.
    void stopWriting() { m_writing.askToStop(); }
    bool isWriting() const { return m_writing.isRunning(); }

signals:
    void previewed();
    /// Bytes of values that are read to see what is whole, at most ten times a second.
    void previewProgressed(const loupe::JobProgress& progress);
    /// As a whole, as for want of memory.
    void previewFailed(const loupe::Error& error);
    /// costs() knows more.
    void weighed();
    void weighingChanged();
    void weighingFailed(const loupe::Error& error);
    /// Bytes of values, at most ten times a second.
    void weighingProgressed(const loupe::JobProgress& progress);
    void written(const loupe::WrittenOutput& output);
    void failed(const loupe::Error& error);
    void writingChanged();
    /// Bytes of tensors, those that are verified included; at most ten times a second.
    void writingProgressed(const loupe::JobProgress& progress);

private:
    WritingPreviewPtr m_current;
    CastCosts m_costs;
    std::shared_ptr<ReadTensors> m_readTensors = std::make_shared<ReadTensors>(); ///< shared with previews
    JobRunner m_previewing;
    JobRunner m_weighing;
    JobRunner m_writing;
};

} // namespace loupe
