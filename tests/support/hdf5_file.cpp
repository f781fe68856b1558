#include "support/hdf5_file.h"

#include <numeric>
#include <stdexcept>

#include <hdf5.h>

namespace loupe::test {

namespace {

/// An identifier of libhdf5, which is closed by the destructor.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t))
        : m_id(id)
        , m_close(close)
    {
        if (m_id < 0)
            throw std::runtime_error("libhdf5 cannot write the test's file");
    }
    ~Handle() { m_close(m_id); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    operator hid_t() const { return m_id; }

private:
    hid_t m_id;
    herr_t (*m_close)(hid_t);
};

void check(herr_t result)
{
    if (result < 0)
        throw std::runtime_error("libhdf5 cannot write the test's file");
}

void writeNote(hid_t dataset, const std::string& text)
{
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    check(H5Tset_size(type, text.size()));
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(dataset, "note", type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    check(H5Awrite(attribute, type, text.data()));
}

std::uint64_t writeDataset(hid_t file, const WantedDataset& wanted)
{
    const std::vector<hsize_t> shape(wanted.shape.begin(), wanted.shape.end());
    const std::vector<hsize_t> chunk(wanted.chunk.begin(), wanted.chunk.end());
    const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
    const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    check(H5Pset_create_intermediate_group(groups, 1));
    const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    if (!chunk.empty())
        check(H5Pset_chunk(layout, static_cast<int>(chunk.size()), chunk.data()));
    if (wanted.isCompressed)
        check(H5Pset_deflate(layout, 1));
    const Handle dataset(
        H5Dcreate2(file, wanted.name.c_str(), H5T_IEEE_F32LE, space, groups, layout, H5P_DEFAULT), H5Dclose);
    std::vector<float> values(
        std::accumulate(shape.begin(), shape.end(), std::size_t{1}, [](std::size_t a, hsize_t b) { return a * b; }));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = hdf5Value(wanted, i);
    check(H5Dwrite(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    if (!wanted.attribute.empty())
        writeNote(dataset, wanted.attribute);
    return H5Dget_storage_size(dataset);
}

} // namespace

float hdf5Value(const WantedDataset& dataset, std::uint64_t element)
{
    return static_cast<float>(element * dataset.factor % 1000);
}

std::vector<std::uint64_t> writeHdf5(const std::filesystem::path& path, const std::vector<WantedDataset>& datasets)
{
    const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    std::vector<std::uint64_t> stored;
    for (const WantedDataset& dataset : datasets)
        stored.push_back(writeDataset(file, dataset));
    return stored;
}

} // namespace loupe::test
