#pragma once

#include "remote/http/http_place.h"
#include "remote/hub/hub_settings.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::remote {

/// A listing of a folder of a hub, or of a whole repository.
struct HubFolder {
    /// The digests that the hub reports, by path in the repository; empty if it reports none. Folder paths end in a
    /// slash.
    std::map<std::string, std::string> files;
    bool isWhole = true; ///< includes the contents of subfolders
};

/// A hub, with the commit of each revision at the first request. All data of one revision comes from one commit,
/// whatever is pushed in the meantime. Usable from any thread.
class Hub {
public:
    explicit Hub(HubSettings settings)
        : m_settings(std::move(settings))
    {
    }

    const HubSettings& settings() const { return m_settings; }

    /// The commit of the revision of `file`. The revision itself if its commit is not known yet, or if it is a commit.
    std::string commitOf(const HubAddress& file) const;
    /// Records the commit that the hub reported; keeps the first one.
    void learnCommit(const HubAddress& file, std::string_view commit);

    /// The digest of `file` that the hub reported in a listing or when it was opened; empty if it has not.
    std::string digestOf(const HubAddress& file) const;
    void learnDigest(const HubAddress& file, std::string_view digest);

    void learnFolder(const HubAddress& folder, HubFolder content);
    /// The listing that shows whether `file` exists; null if it was not fetched.
    std::shared_ptr<const HubFolder> folderAround(const HubAddress& file) const;
    /// The listing of the folder's contents; null if it was not fetched.
    std::shared_ptr<const HubFolder> folderAt(const HubAddress& folder) const;

private:
    const HubSettings m_settings;
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_commits; ///< by address of the revision, without a path
    std::map<std::string, std::string> m_digests; ///< of opened files, by address
    std::map<std::string, std::shared_ptr<const HubFolder>> m_folders; ///< by address
};

/// The digest in an ETag of the hub; empty if it is malformed.
std::string_view digestOfEtag(std::string_view etag);

/// Access to a file at the known commit of its revision, or else at the revision. Sends the token only to the hub, and
/// explains its error responses.
class HubAccess final : public Access {
public:
    HubAccess(std::shared_ptr<Hub> hub, HubAddress file);
    /// Uses `revision`, even if a commit is known.
    HubAccess(std::shared_ptr<Hub> hub, HubAddress file, std::string revision)
        : m_hub(std::move(hub))
        , m_file(std::move(file))
        , m_revision(std::move(revision))
    {
    }

    Hub& hub() const { return *m_hub; }
    const HubSettings& settings() const { return m_hub->settings(); }
    const HubAddress& file() const { return m_file; }

    /// The URL of the file. Does not change when the hub reports a commit later.
    std::string url() const;
    /// The commit in url(); empty if that contains a branch or a tag.
    std::string commit() const;
    /// The commit that the file is read from: that in url(), or the one that the hub reported in its response. Fails
    /// with Changed if other files of the revision are read from another commit.
    Result<std::string> answeredCommit() const;

    /// The place of the file at the commit that is known now.
    std::shared_ptr<HttpPlace> placeNow(const std::string& name) const { return place(name, m_hub->commitOf(m_file)); }
    std::shared_ptr<HttpPlace> place(const std::string& name, const std::string& revision) const;

    std::string statedDigest() const { return m_hub->digestOf(m_file); }
    void learnDigest(std::string_view digest) const { m_hub->learnDigest(m_file, digest); }
    void learnCommit(std::string_view commit) const { m_hub->learnCommit(m_file, commit); }

    std::vector<std::string> headers(const std::string& url, const std::optional<ByteRange>& range) const override;
    bool hasLongWaits(const std::string& url) const override;
    void learn(const std::string& url, const HttpAnswer& answer) const override;
    std::optional<Error> explain(
        const std::string& url, const HttpAnswer& answer, std::string_view text) const override;

private:
    const std::shared_ptr<Hub> m_hub;
    const HubAddress m_file;
    const std::string m_revision; ///< the revision in url()
    mutable std::mutex m_mutex;
    mutable std::string m_answered; ///< the commit that the hub reported last; guarded by m_mutex
};

/// Null if the place is not on a hub.
const HubAccess* hubAccessOf(const HttpPlace& place);

} // namespace loupe::remote
