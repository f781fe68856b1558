#pragma once

#include "core/text/json_cursor.h"
#include "remote/folder_listing.h"
#include "remote/hub/hub_access.h"

#include <set>
#include <string>

namespace loupe::remote {

/// Lists a folder of a repository, or all of it, with or without subfolders, using the hub's API. First requests the
/// revision's commit if unknown, then the entries at that commit, page by page.
class HubListing final : public FolderListing {
public:
    HubListing(std::shared_ptr<Hub> hub, HubAddress folder, bool isWhole = true);

    std::shared_ptr<HttpPlace> nextPage() override;
    Result<> add(const HttpAnswer& answer, std::string_view body) override;
    FolderContent take() override;

private:
    Result<> addCommit(std::string_view json);
    Result<> addEntries(std::string_view json);
    struct Entry {
        std::string path; ///< path in the repository
        std::string digest; ///< the SHA-256 of a large file, or git's hash of any other
        bool isFolder = false;
    };
    static Entry readEntry(JsonCursor& cursor);
    Result<> addEntry(const Entry& entry);
    Result<> goOn(std::string_view link);

    const std::shared_ptr<Hub> m_hub;
    const HubAddress m_folder;
    const bool m_isWhole;
    const std::shared_ptr<const HubAccess> m_access;
    std::string m_url; ///< of the next page; empty when the listing is complete
    std::set<std::string> m_urls; ///< of all pages so far
    std::set<std::string> m_files;
    std::set<std::string> m_folders;
    HubFolder m_content;
    std::size_t m_entries = 0; ///< including those in subfolders
    bool m_isCommit = false; ///< the next response is that for the commit
};

/// The address in a header such as `Link: <https://…>; rel="next"`; empty if it has none.
std::string nextLink(std::string_view header);

} // namespace loupe::remote
