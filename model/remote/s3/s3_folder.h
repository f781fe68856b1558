#pragma once

#include "remote/folder_listing.h"
#include "remote/s3/s3_account.h"
#include "remote/s3/s3_listing.h"

#include <memory>

namespace loupe::remote {

/// Lists a virtual folder of a bucket: the objects whose keys begin with a prefix, up to the next slash.
class S3Folder final : public FolderListing {
public:
    /// The key of `folder` is empty for the whole bucket; otherwise a slash is appended if it lacks one.
    S3Folder(std::shared_ptr<S3Account> account, S3Address folder);

    std::shared_ptr<HttpPlace> nextPage() override;
    Result<> add(const HttpAnswer& answer, std::string_view body) override;
    FolderContent take() override;

private:
    const std::shared_ptr<S3Account> m_account;
    const S3Address m_folder;
    S3Listing m_listing;
};

} // namespace loupe::remote
