#pragma once

#include "analysis/digests/side_car.h"
#include "items/jobs/job_runner.h"

#include <QObject>

#include <filesystem>
#include <optional>

namespace loupe {

/// Looks for what states the digest of a file, off the UI thread: beside a local file, and the hub that a file is from.
class SideCarSearch : public QObject {
    Q_OBJECT

public:
    explicit SideCarSearch(QObject* parent = nullptr);

    /// Forgets what was found; finished() follows, for the last of several files.
    void start(std::filesystem::path file, std::shared_ptr<const Source> source = nullptr);
    /// Forgets what was found.
    void clear();
    const std::optional<SideCar>& found() const { return m_found; }
    /// What was found is what a hub states.
    bool isOfHub() const { return m_isOfHub; }

signals:
    void finished();

private:
    std::optional<SideCar> m_found;
    bool m_isOfHub = false;
    JobRunner m_job;
};

} // namespace loupe
