//! What stands for NVIDIA's device runtime library in a link, as that is machine code: the functions by which the blocks of a cooperative
//! grid wait for each other.

/// What an archive begins with.
const ARCHIVE: &[u8] = b"!<arch>\n";

/// Whether an input of that name is the device runtime library.
pub(crate) fn is_it(name: &str, bytes: &[u8]) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.trim_start_matches("lib").starts_with("cudadevrt") && bytes.starts_with(ARCHIVE)
}

/// `cudaCGGetIntrinsicHandle(scope)` is the grid's workspace for scope 1, and 0 for others or where there is none.
/// `cudaCGSynchronize(handle, flags)` waits until every block of the grid has called it as often, and answers 1 without a handle. It counts
/// at a place of the workspace that `cooperative_groups.h`, which counts too, leaves alone.
pub(crate) const TEXT: &str = "\
.version 7.0
.target sm_70
.address_size 64
.weak .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
    .reg .pred %grid;
    .reg .b32 %scope, %low, %high;
    .reg .b64 %workspace;
    ld.param.b32 %scope, [scope];
    mov.b32 %high, %envreg1;
    mov.b32 %low, %envreg2;
    mov.b64 %workspace, {%low, %high};
    setp.eq.u32 %grid, %scope, 1;
    selp.b64 %workspace, %workspace, 0, %grid;
    st.param.b64 [handle], %workspace;
    ret;
}
.weak .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
    .reg .pred %none, %other, %early;
    .reg .b32 %x, %y, %z, %blocks;
    .reg .b64 %workspace, %count, %total, %seen;
    ld.param.b64 %workspace, [handle];
    setp.eq.u64 %none, %workspace, 0;
    @%none bra invalid;
    barrier.sync 0;
    mov.u32 %x, %tid.x;
    mov.u32 %y, %tid.y;
    mov.u32 %z, %tid.z;
    or.b32 %x, %x, %y;
    or.b32 %x, %x, %z;
    setp.ne.u32 %other, %x, 0;
    @%other bra done;
    mov.u32 %x, %nctaid.x;
    mov.u32 %y, %nctaid.y;
    mov.u32 %z, %nctaid.z;
    mul.lo.u32 %blocks, %x, %y;
    mul.wide.u32 %total, %blocks, %z;
    membar.gl;
    // The blocks of one round are those up to the next multiple of their number.
    atom.global.add.u64 %count, [%workspace+16], 1;
    div.u64 %count, %count, %total;
    mad.lo.u64 %count, %count, %total, %total;
again:
    ld.volatile.global.u64 %seen, [%workspace+16];
    setp.lt.u64 %early, %seen, %count;
    @%early bra again;
    membar.gl;
done:
    barrier.sync 0;
    st.param.b32 [error], 0;
    ret;
invalid:
    st.param.b32 [error], 1;
    ret;
}
";
