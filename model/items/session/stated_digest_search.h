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

/// A published digest of a file.
struct StatedFileDigest {
    DigestAlgorithm algorithm = defaultDigestAlgorithm;
    std::string digest; ///< lower-case hexadecimal
    std::filesystem::path sideCar; ///< the file next to it that contains the digest; empty: it is from the hub

    bool isOfHub() const { return sideCar.empty(); }
};

/// Looks for a published digest of a file, off the UI thread: for a local file, in a file next to it, then on the hub
/// that the file is from.
class StatedDigestSearch : public QObject {
    Q_OBJECT

public:
    explicit StatedDigestSearch(QObject* parent = nullptr);

    /// Drops the previous result. After several calls, finished() follows only for the last one.
    void start(std::filesystem::path file, std::shared_ptr<const Source> source = nullptr);
    /// Drops the result.
    void clear();
    const std::optional<StatedFileDigest>& found() const { return m_found; }

signals:
    void finished();

private:
    std::optional<StatedFileDigest> m_found;
    JobRunner m_job;
};

} // namespace loupe
