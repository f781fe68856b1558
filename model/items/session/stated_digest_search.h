#pragma once

#include "analysis/digests/digest.h"
#include "core/source.h"
#include "items/jobs/job_runner.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace loupe {

/// The digest of a file, as something else states it.
struct StatedFileDigest {
    DigestAlgorithm algorithm = defaultDigestAlgorithm;
    std::string digest; ///< lower-case hexadecimal
    std::filesystem::path sideCar; ///< the file next to it that states the digest; empty: its hub does

    bool isOfHub() const { return sideCar.empty(); }
};

/// Looks for what states the digest of a file, off the UI thread: a file next to a local one, then the hub that the
/// file is from.
class StatedDigestSearch : public QObject {
    Q_OBJECT

public:
    explicit StatedDigestSearch(QObject* parent = nullptr);

    /// Forgets what was found; finished() follows, for the last of several files.
    void start(std::filesystem::path file, std::shared_ptr<const Source> source = nullptr);
    /// Forgets what was found.
    void clear();
    const std::optional<StatedFileDigest>& found() const { return m_found; }

signals:
    void finished();

private:
    std::optional<StatedFileDigest> m_found;
    JobRunner m_job;
};

} // namespace loupe
