#pragma once

#include "analysis/digests/side_car.h"
#include "items/jobs/job_runner.h"

#include <QObject>

#include <filesystem>
#include <optional>

namespace loupe {

/// Looks beside a file for what states its digest, off the UI thread.
class SideCarSearch : public QObject {
    Q_OBJECT

public:
    explicit SideCarSearch(QObject* parent = nullptr);

    /// Forgets what was found; finished() follows, for the last of several files.
    void start(std::filesystem::path file);
    /// Forgets what was found.
    void clear();
    const std::optional<SideCar>& found() const { return m_found; }

signals:
    void finished();

private:
    std::optional<SideCar> m_found;
    JobRunner m_job;
};

} // namespace loupe
