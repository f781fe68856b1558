#pragma once

#include "items/jobs/job_runner.h"
#include "items/writing/writing_request.h"

#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

class QTemporaryDir;

namespace loupe {

/// Tensors as `.npy` files that are written before they are dragged out of the window, since the drop target copies
/// them at any time, and may look at them during the drag. The files are deleted with this object.
class DragFiles : public QObject {
    Q_OBJECT

public:
    /// Beyond this, exporting is the better choice: dragged tensors are written twice, and dragging cannot start before
    /// the first time is done. In bytes of the written tensors.
    static constexpr std::uint64_t mostBytes = std::uint64_t{1} << 30;
    static constexpr std::size_t mostFiles = 1000;

    explicit DragFiles(QObject* parent = nullptr);
    ~DragFiles() override;

    /// Writes each tensor of the recipe to a separate file. After several calls, ready() or failed() follows only for
    /// the last one. Fails with TooLarge beyond the limits above, and as planning and writing do.
    void prepare(RecipeMaker recipe);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void ready(const QStringList& paths);
    void failed(const loupe::Error& error);
    /// In bytes of tensors, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);

private:
    JobRunner m_job;
    std::vector<std::shared_ptr<QTemporaryDir>> m_folders; ///< earlier folders are kept because files may still be
                                                           ///< copied from them
};

} // namespace loupe
