#pragma once

#include "remote/http_place.h"
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
    /// The digests that the hub states, by path in the repository; empty if it states none. Paths of folders end in
    /// a slash.
    std::map<std::string, std::string> files;
    bool isWhole = true; ///< with all that lies below its folders
};

/// A hub, and which commits its revisions were when they were first asked for: all that is read of one revision is of
/// one commit, whatever is pushed meanwhile. Usable from any thread.
class Hub {
public:
    explicit Hub(HubSettings settings)
        : m_settings(std::move(settings))
    {
    }

    const HubSettings& settings() const { return m_settings; }

    /// The commit that the revision of `file` is; the revision itself where that is not known yet, or is one.
    std::string commitOf(const HubAddress& file) const;
    /// The hub has named the commit; the first one stays.
    void learnCommit(const HubAddress& file, std::string_view commit);

    /// The digest that the hub has stated of `file`, in a listing or when it was opened; empty if it has not.
    std::string digestOf(const HubAddress& file) const;
    void learnDigest(const HubAddress& file, std::string_view digest);

    void learnFolder(const HubAddress& folder, HubFolder content);
    /// The listing that shows whether `file` exists; null if there is none.
    std::shared_ptr<const HubFolder> folderAround(const HubAddress& file) const;
    /// The listing that shows what the folder has; null if there is none.
    std::shared_ptr<const HubFolder> folderAt(const HubAddress& folder) const;

private:
    const HubSettings m_settings;
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_commits; ///< by the address of a revision without a path
    std::map<std::string, std::string> m_digests; ///< of files that were opened, by address
    std::map<std::string, std::shared_ptr<const HubFolder>> m_folders; ///< by address
};

/// The digest in an ETag of the hub; empty if it is malformed.
std::string_view digestOfEtag(std::string_view etag);

/// Access to a file at the commit that its revision is known to be, or else at the revision. Sends the token to the hub
/// and nowhere else, and explains what is refused.
class HubAccess final : public Access {
public:
    HubAccess(std::shared_ptr<Hub> hub, HubAddress file);
    /// The same at `revision`, whatever commit is known.
    HubAccess(std::shared_ptr<Hub> hub, HubAddress file, std::string revision)
        : m_hub(std::move(hub))
        , m_file(std::move(file))
        , m_revision(std::move(revision))
    {
    }

    Hub& hub() const { return *m_hub; }
    const HubSettings& settings() const { return m_hub->settings(); }
    const HubAddress& file() const { return m_file; }

    /// Where to ask for the file. Stays the same when the hub names a commit later.
    std::string url() const;
    /// The commit in url(); empty if it has a branch or a tag.
    std::string commit() const;
    /// The commit that the file is read of: of url(), or the one that the hub named in its answer for it. Fails with
    /// Changed where the rest of the revision is read of another one.
    Result<std::string> answeredCommit() const;

    /// The place of the file at the commit that is known by now.
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
    const std::string m_revision; ///< in url()
    mutable std::mutex m_mutex;
    mutable std::string m_answered; ///< the commit that the hub named last; guarded by m_mutex
};

/// Null if the place is at no hub.
const HubAccess* hubAccessOf(const HttpPlace& place);

} // namespace loupe::remote
